import { brand } from '@app/contracts/brand.ts'
import { prepareLayout } from '../features/site/pages.ts'
import { type LazyPart, waitBriefly } from '../shared/ui/lazy-part.tsx'
import { page, type Titled } from './Page.tsx'

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

/**
 * Loads code that the first render of a page needs, so that the layout does not shift: the portal with its first data, or the header and
 * the footer of a public page.
 */
export function prepareScreen(path: string): Promise<unknown> {
  if (path === '/management') return Management.load()
  const page = appPages.find((one) => one.path === path)
  // The page for unknown paths has the layout of the public pages.
  return page && !page.hasSiteLayout ? Promise.resolve() : prepareLayout()
}
