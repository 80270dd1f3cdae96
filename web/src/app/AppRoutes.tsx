import { lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import { SiteLayout } from '../features/site/layout/SiteLayout.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { Page } from './Page.tsx'

const HomePage = lazy(() => import('../features/site/home/HomePage.tsx'))
const ServicesPage = lazy(() => import('../features/site/services/ServicesPage.tsx'))
const BlogPage = lazy(() => import('../features/site/blog/BlogPage.tsx'))
const ArticlePage = lazy(() => import('../features/site/blog/ArticlePage.tsx'))
const ContactPage = lazy(() => import('../features/site/contact/ContactPage.tsx'))
const LoginPage = lazy(() => import('../features/auth/LoginPage.tsx'))
const ForgotPasswordPage = lazy(() => import('../features/auth/ForgotPasswordPage.tsx'))
const NewPasswordPage = lazy(() => import('../features/auth/NewPasswordPage.tsx'))
const NewCompanyPage = lazy(() => import('../features/company/NewCompanyPage.tsx'))
const ManagementPage = lazy(() => import('./ManagementRoute.tsx'))
const AdminLoginPage = lazy(() => import('../features/admin-auth/AdminLoginPage.tsx'))
const AdminDashboardPage = lazy(() => import('../features/admin/AdminDashboardPage.tsx'))

/** Every screen's address, its title in the browser, and the chunk it comes in. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<SiteLayout />}>
        <Route path="/" element={<Page title="Home" of={HomePage} />} />
        <Route path="/service" element={<Page title="Services" of={ServicesPage} />} />
        <Route path="/blog" element={<Page title="Blog" of={BlogPage} />} />
        <Route path="/digital" element={<Page title="Article" of={ArticlePage} />} />
        <Route path="/blog2" element={<Page title="Article" of={ArticlePage} />} />
        <Route path="/blog3" element={<Page title="Article" of={ArticlePage} />} />
        <Route path="/blog4" element={<Page title="Article" of={ArticlePage} />} />
        <Route path="/contact" element={<Page title="Contact" of={ContactPage} />} />
      </Route>
      <Route path="/login" element={<Page title="Sign in" of={LoginPage} />} />
      <Route path="/reset-password" element={<Page title="Reset password" of={ForgotPasswordPage} />} />
      <Route path="/otp" element={<Page title="New password" of={NewPasswordPage} />} />
      <Route path="/new-company" element={<Page title="Create company profile" of={NewCompanyPage} />} />
      <Route path="/management" element={<Page title="Management" of={ManagementPage} />} />
      <Route path="/admin/login" element={<Page title="Admin sign-in" of={AdminLoginPage} />} />
      <Route path="/admin/dashboard" element={<Page title="Admin dashboard" of={AdminDashboardPage} />} />
      <Route path="*" element={<Page title="Page not found" of={NotFoundPage} />} />
    </Routes>
  )
}
