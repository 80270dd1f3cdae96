import { brand } from '@app/contracts/brand.ts'
import { Route, Routes } from 'react-router-dom'
import { SiteLayout } from '../features/site/layout/SiteLayout.tsx'
import { SiteMain } from '../features/site/layout/SiteMain.tsx'
import { sitePages } from '../features/site/pages.ts'
import { chunk } from '../shared/ui/chunk.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { Page, SitePage } from './Page.tsx'

const login = chunk(() => import('../features/auth/LoginPage.tsx'))
const forgotPassword = chunk(() => import('../features/auth/ForgotPasswordPage.tsx'))
const newPassword = chunk(() => import('../features/auth/NewPasswordPage.tsx'))
const newCompany = chunk(() => import('../features/company/NewCompanyPage.tsx'))
const management = chunk(() => import('./ManagementRoute.tsx'))
const adminLogin = chunk(() => import('../features/admin-auth/AdminLoginPage.tsx'))
const adminDashboard = chunk(() => import('../features/admin/AdminDashboardPage.tsx'))

const titled = (name: string): string => `${name} · ${brand.name}`

/** Every screen's address, its title in the browser, and the chunk it comes in; which of them have the site's header and footer. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<SiteLayout />}>
        <Route element={<SiteMain />}>
          {sitePages.map(({ path, title, Content }) => (
            <Route key={path} path={path} element={<SitePage title={title} of={Content} />} />
          ))}
        </Route>
        <Route path="/login" element={<Page title={titled('Sign in')} of={login} />} />
        <Route path="/reset-password" element={<Page title={titled('Reset password')} of={forgotPassword} />} />
        <Route path="/otp" element={<Page title={titled('New password')} of={newPassword} />} />
        <Route path="*" element={<SitePage title={titled('Page not found')} of={NotFoundPage} />} />
      </Route>
      <Route path="/new-company" element={<Page title={titled('Create company profile')} of={newCompany} />} />
      <Route path="/management" element={<Page of={management} />} />
      <Route path="/admin/login" element={<Page title={titled('Admin sign-in')} of={adminLogin} />} />
      <Route path="/admin/dashboard" element={<Page title={titled('Admin dashboard')} of={adminDashboard} />} />
    </Routes>
  )
}
