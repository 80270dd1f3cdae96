import { brand } from '@app/contracts/brand.ts'
import { useEffect } from 'react'
import { NavigationType, Route, Routes, useLocation, useNavigationType } from 'react-router-dom'
import { SiteLayout, SiteMain } from '../features/site/layout/SiteLayout.tsx'
import { sitePages } from '../features/site/pages.ts'
import { loadNewerBuild } from '../shared/api/newer-build.ts'
import { LinkButton } from '../shared/ui/Button.tsx'
import { forAMoment } from '../shared/ui/lazy-part.tsx'
import { MessagePage, Page, page, SitePage } from './Page.tsx'

const Login = page(() => import('../features/auth/LoginPage.tsx'))
const ForgotPassword = page(() => import('../features/auth/ForgotPasswordPage.tsx'))
const NewPassword = page(() => import('../features/auth/NewPasswordPage.tsx'))
const VerifyEmail = page(() => import('../features/auth/VerifyEmailPage.tsx'))
const NewCompany = page(() => import('../features/company/NewCompanyPage.tsx'))
const Management = page(async () => {
  const route = await import('./ManagementRoute.tsx')
  await forAMoment(route.prepare())
  return route
})
const AdminLogin = page(() => import('../features/admin-auth/AdminLoginPage.tsx'))
const AdminDashboard = page(() => import('../features/admin/AdminDashboardPage.tsx'))

const titled = (name: string): string => `${name} · ${brand.name}`

/** Fetches what the portal is made of, and shows first: in one piece it is there sooner than piece by piece. */
export const prepareScreen = (address: string): Promise<unknown> => (address === '/management' ? Management.load() : Promise.resolve())

/** Every screen's address, its title in the browser, and the bundle it comes in; which of them have the site's header and footer. */
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
        <Route path="/login" element={<Page title={titled('Sign in')} of={Login} />} />
        <Route path="/reset-password" element={<Page title={titled('Reset password')} of={ForgotPassword} />} />
        <Route path="/otp" element={<Page title={titled('New password')} of={NewPassword} />} />
        <Route path="/verify-email" element={<Page title={titled('Confirm email address')} of={VerifyEmail} />} />
        <Route path="*" element={<SitePage title={titled('Page not found')} of={NotFoundPage} />} />
      </Route>
      <Route path="/new-company" element={<Page title={titled('Create company profile')} of={NewCompany} />} />
      <Route path="/management" element={<Page of={Management} />} />
      <Route path="/admin/login" element={<Page title={titled('Admin sign-in')} of={AdminLogin} />} />
      <Route path="/admin/dashboard" element={<Page of={AdminDashboard} />} />
    </Routes>
  )
}

function NotFoundPage() {
  return (
    <MessagePage
      title="There is no page here"
      text="The address may be mistyped, or the page has moved."
      action={<LinkButton to="/">Go to the start</LinkButton>}
    />
  )
}

/** Who goes on to something gets it from the newest build. Closing and going back leave the page as it is. */
function useNewerBuild(): void {
  const { key } = useLocation()
  const how = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move is one
  useEffect(() => {
    if (how === NavigationType.Push) loadNewerBuild()
  }, [key, how])
}
