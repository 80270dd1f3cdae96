import { brand } from '@app/contracts/brand.ts'
import { type ComponentType, Suspense } from 'react'
import { Outlet, Route, Routes } from 'react-router-dom'
import { sitePages } from '../features/site/pages.ts'
import { PageArrival } from '../shared/ui/focus.ts'
import { LinkButton } from '../shared/ui/LinkButton.tsx'
import { MessagePage, PageSkeleton } from './Page.tsx'

const titleOfNotFound = `Page not found · ${brand.name}`

/** The public pages, and the page for unknown paths. */
export default function SitePages() {
  return (
    <Routes>
      <Route element={<SiteMain />}>
        {sitePages.map(({ path, title, Content }) => (
          <Route key={path} path={path} element={<SitePage title={title} of={Content} />} />
        ))}
      </Route>
      <Route path="*" element={<SitePage title={titleOfNotFound} of={NotFoundPage} />} />
    </Routes>
  )
}

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
export const prepare = (address: string): Promise<unknown> | undefined => sitePages.find(({ path }) => path === address)?.Content.load()
