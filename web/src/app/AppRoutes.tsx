import { Suspense, useEffect } from 'react'
import { NavigationType, Route, Routes, useLocation, useNavigationType } from 'react-router-dom'
import { SiteLayout } from '../features/site/layout/SiteLayout.tsx'
import { reloadIfNewBuild } from '../shared/api/newer-build.ts'
import { Page, PageSkeleton } from './Page.tsx'
import { appPages, SitePages } from './pages.ts'

const pageRoutes = (pages: typeof appPages) =>
  pages.map(({ path, title, Content }) => <Route key={path} path={path} element={<Page title={title} of={Content} />} />)

export function AppRoutes() {
  useNewerBuild()
  return (
    <Routes>
      <Route element={<SiteLayout />}>
        {pageRoutes(appPages.filter(({ hasSiteLayout }) => hasSiteLayout))}
        <Route
          path="*"
          element={
            <Suspense fallback={<PageSkeleton />}>
              <SitePages />
            </Suspense>
          }
        />
      </Route>
      {pageRoutes(appPages.filter(({ hasSiteLayout }) => !hasSiteLayout))}
    </Routes>
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
