import { lazyPart, waitBriefly } from '../shared/ui/lazy-part.tsx'
import { type AppPage, PageMissing, page, SitePageSkeleton, titled } from './Page.tsx'

const Management = page(async () => {
  const route = await import('./ManagementRoute.tsx')
  await waitBriefly(route.prepare())
  return route
})

/**
 * The portal, the admin area and the form for a new company. The other pages are in `SitePages.tsx`. The build writes the paths of all pages
 * to `pages.json`, and the gateway serves only these paths.
 */
export const appPages: readonly AppPage[] = [
  {
    path: '/new-company',
    title: titled('Create company profile'),
    Content: page(() => import('../features/company/NewCompanyPage.tsx')),
  },
  { path: '/management', Content: Management },
  { path: '/admin/login', title: titled('Admin sign-in'), Content: page(() => import('../features/admin-auth/AdminLoginPage.tsx')) },
  { path: '/admin/invitation', title: titled('Invitation'), Content: page(() => import('../features/auth/AdminInvitationPage.tsx')) },
  { path: '/admin/dashboard', Content: page(() => import('../features/admin/AdminDashboardPage.tsx')) },
]

/** The public pages and the sign-in pages. They have their own bundle, so that the portal does not load their titles and file names. */
export const SitePages = lazyPart(
  async () => {
    const pages = await import('./SitePages.tsx')
    // The build renders public pages in Node, where `location` is undefined.
    await pages.prepare(globalThis.location?.pathname)
    return pages
  },
  { waiting: <SitePageSkeleton />, missing: PageMissing },
)

/**
 * Loads code that the first render of a page needs, so that the layout does not shift: the portal with its first data, or the header and
 * the footer of the site with the content of a public page. If this code fails to load, the promise resolves with undefined.
 */
export function prepareScreen(path: string): Promise<unknown> {
  if (path === '/management') return Management.load()
  return appPages.some((page) => page.path === path) ? Promise.resolve() : SitePages.load()
}
