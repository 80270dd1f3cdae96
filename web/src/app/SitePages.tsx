import { brand } from '@app/contracts/brand.ts'
import { type ComponentType, Suspense } from 'react'
import { Outlet, Route, Routes } from 'react-router-dom'
import { SiteLayout } from '../features/site/layout/SiteLayout.tsx'
import { sitePages } from '../features/site/pages.ts'
import { PageArrival } from '../shared/ui/focus.ts'
import { LinkButton } from '../shared/ui/LinkButton.tsx'
import { MessagePage, Page, PageSkeleton } from './Page.tsx'
import { signInPages } from './sign-in-pages.ts'

const titleOfNotFound = `Page not found · ${brand.name}`

/** The pages with the header and the footer of the site: the public pages, the sign-in pages, and the page for unknown paths. */
export default function SitePages() {
  return (
    <Routes>
      <Route element={<SiteLayout />}>
        <Route element={<SiteMain />}>
          {sitePages.map(({ path, title, Content }) => (
            <Route key={path} path={path} element={<SitePage title={title} of={Content} />} />
          ))}
        </Route>
        {signInPages.map(({ path, title, Content }) => (
          <Route key={path} path={path} element={<Page title={title} of={Content} />} />
        ))}
        <Route path="*" element={<SitePage title={titleOfNotFound} of={NotFoundPage} />} />
      </Route>
    </Routes>
  )
}

/** The main element of the public pages. The sign-in pages have their own main element. */
const SiteMain = () => (
  <main>
    <Outlet />
  </main>
)

/** A public page. During a navigation, the previous page stays until the next page has loaded. */
function SitePage({ title, of: Content }: { title: string; of: ComponentType }) {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Content />
      <PageArrival key={title} title={title} />
    </Suspense>
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

/** Loads the bundles of the public page at a path. */
export const prepare = (path: string): Promise<unknown> | undefined => sitePages.find((one) => one.path === path)?.Content.load()
