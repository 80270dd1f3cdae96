import { brand } from '@app/contracts/brand.ts'
import { lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import { SiteLayout } from '../features/site/layout/SiteLayout.tsx'
import { SiteMain } from '../features/site/layout/SiteMain.tsx'
import { sitePages } from '../features/site/pages.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { Page } from './Page.tsx'

const LoginPage = lazy(() => import('../features/auth/LoginPage.tsx'))
const ForgotPasswordPage = lazy(() => import('../features/auth/ForgotPasswordPage.tsx'))
const NewPasswordPage = lazy(() => import('../features/auth/NewPasswordPage.tsx'))
const NewCompanyPage = lazy(() => import('../features/company/NewCompanyPage.tsx'))
const ManagementPage = lazy(() => import('./ManagementRoute.tsx'))
const AdminLoginPage = lazy(() => import('../features/admin-auth/AdminLoginPage.tsx'))
const AdminDashboardPage = lazy(() => import('../features/admin/AdminDashboardPage.tsx'))

const titled = (name: string): string => `${name} · ${brand.name}`

/** Every screen's address, its title in the browser, and the chunk it comes in; which of them have the site's header and footer. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<SiteLayout />}>
        <Route element={<SiteMain />}>
          {sitePages.map(({ path, title, Content }) => (
            <Route key={path} path={path} element={<Page group="site" title={title} of={Content} />} />
          ))}
        </Route>
        <Route path="/login" element={<Page title={titled('Sign in')} of={LoginPage} />} />
        <Route path="/reset-password" element={<Page title={titled('Reset password')} of={ForgotPasswordPage} />} />
        <Route path="/otp" element={<Page title={titled('New password')} of={NewPasswordPage} />} />
        <Route path="*" element={<Page title={titled('Page not found')} of={NotFoundPage} />} />
      </Route>
      <Route path="/new-company" element={<Page title={titled('Create company profile')} of={NewCompanyPage} />} />
      <Route path="/management" element={<Page title={titled('Management')} of={ManagementPage} />} />
      <Route path="/admin/login" element={<Page title={titled('Admin sign-in')} of={AdminLoginPage} />} />
      <Route path="/admin/dashboard" element={<Page title={titled('Admin dashboard')} of={AdminDashboardPage} />} />
    </Routes>
  )
}
