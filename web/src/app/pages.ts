import { brand } from '@app/contracts/brand.ts'
import { prepareLayout } from '../features/site/layout/parts.ts'
import { type LazyPart, lazyPart, waitBriefly } from '../shared/ui/lazy-part.tsx'
import { PageMissing, page, type Titled } from './Page.tsx'

interface AppPage {
  path: string
  /** Document title. If undefined, the page itself sets the title. */
  title?: string
  hasSiteLayout?: boolean
  Content: LazyPart<Titled>
}

const titled = (name: string): string => `${name} · ${brand.name}`

const Management = page(async () => {
  const route = await import('./ManagementRoute.tsx')
  await waitBriefly(route.prepare())
  return route
})

/**
 * The pages that are not prerendered. Public pages are in `features/site/pages.ts`. The build writes the paths of both lists to
 * `pages.json`, and the gateway serves only these paths.
 */
export const appPages: readonly AppPage[] = [
  { path: '/login', title: titled('Log in'), hasSiteLayout: true, Content: page(() => import('../features/auth/LoginPage.tsx')) },
  {
    path: '/reset-password',
    title: titled('Reset password'),
    hasSiteLayout: true,
    Content: page(() => import('../features/auth/ForgotPasswordPage.tsx')),
  },
  { path: '/otp', title: titled('New password'), hasSiteLayout: true, Content: page(() => import('../features/auth/NewPasswordPage.tsx')) },
  {
    path: '/verify-email',
    title: titled('Confirm email address'),
    hasSiteLayout: true,
    Content: page(() => import('../features/auth/VerifyEmailPage.tsx')),
  },
  {
    path: '/new-company',
    title: titled('Create company profile'),
    Content: page(() => import('../features/company/NewCompanyPage.tsx')),
  },
  { path: '/management', Content: Management },
  { path: '/admin/login', title: titled('Admin sign-in'), Content: page(() => import('../features/admin-auth/AdminLoginPage.tsx')) },
  { path: '/admin/dashboard', Content: page(() => import('../features/admin/AdminDashboardPage.tsx')) },
]

/** The public pages and the page for unknown paths. Their routes have their own bundle, so that the portal does not load them. */
export const SitePages = lazyPart(
  async () => {
    const pages = await import('./SitePages.tsx')
    if (!import.meta.env.SSR) await pages.prepare(window.location.pathname)
    return pages
  },
  { suspends: true, missing: PageMissing },
)

/**
 * Loads code that the first render of a page needs, so that the layout does not shift: the portal with its first data, or the header and
 * the footer of a page, and the content of a public page.
 */
export function prepareScreen(path: string): Promise<unknown> {
  if (path === '/management') return Management.load()
  const page = appPages.find((one) => one.path === path)
  if (!page) return Promise.all([prepareLayout(), SitePages.load()])
  return page.hasSiteLayout ? prepareLayout() : Promise.resolve()
}
