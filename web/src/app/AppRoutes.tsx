import { brand } from '@app/contracts/brand.ts'
import { useEffect } from 'react'
import { NavigationType, Route, Routes, useLocation, useNavigationType } from 'react-router-dom'
import { SiteLayout, SiteMain } from '../features/site/layout/SiteLayout.tsx'
import { sitePages } from '../features/site/pages.ts'
import { reloadIfNewBuild } from '../shared/api/newer-build.ts'
import { LinkButton } from '../shared/ui/LinkButton.tsx'
import { MessagePage, Page, SitePage } from './Page.tsx'
import { appPages } from './pages.ts'

const titleOfNotFound = `Page not found · ${brand.name}`

const pageRoutes = (pages: typeof appPages) =>
  pages.map(({ path, title, Content }) => <Route key={path} path={path} element={<Page title={title} of={Content} />} />)

export function AppRoutes() {
  useNewerBuild()
  return (
    <Routes>
      <Route element={<SiteLayout />}>
        <Route element={<SiteMain />}>
          {sitePages.map(({ path, title, Content }) => (
            <Route key={path} path={path} element={<SitePage title={title} of={Content} />} />
          ))}
        </Route>
        {pageRoutes(appPages.filter(({ hasSiteLayout }) => hasSiteLayout))}
        <Route path="*" element={<SitePage title={titleOfNotFound} of={NotFoundPage} />} />
      </Route>
      {pageRoutes(appPages.filter(({ hasSiteLayout }) => !hasSiteLayout))}
    </Routes>
  )
}

function NotFoundPage() {
  return (
    <MessagePage
      title="Page not found"
      text="The page may have moved, or the web address has a typo."
      action={<LinkButton to="/">Go to the home page</LinkButton>}
    />
  )
}

/** Reloads the page on a navigation if the gateway serves a newer build. Closing a panel or going back does not reload the page. */
function useNewerBuild(): void {
  const { key } = useLocation()
  const how = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each navigation
  useEffect(() => {
    if (how === NavigationType.Push) reloadIfNewBuild()
  }, [key, how])
}
