import { type AppPage, page, titled } from './Page.tsx'

/** The pages on which owners sign in, sign up, choose a new password, confirm or restore an email address, and confirm that a company is erased. They have the header and the footer of the public pages. */
export const signInPages: readonly AppPage[] = [
  { path: '/login', title: titled('Log in'), Content: page(() => import('../features/auth/LoginPage.tsx')) },
  { path: '/reset-password', title: titled('Reset password'), Content: page(() => import('../features/auth/ForgotPasswordPage.tsx')) },
  { path: '/otp', title: titled('New password'), Content: page(() => import('../features/auth/NewPasswordPage.tsx')) },
  { path: '/verify-email', title: titled('Confirm email address'), Content: page(() => import('../features/auth/VerifyEmailPage.tsx')) },
  {
    path: '/confirm-email',
    title: titled('Confirm new email address'),
    Content: page(() => import('../features/auth/ConfirmEmailPage.tsx')),
  },
  {
    path: '/revert-email',
    title: titled('Restore email address'),
    Content: page(() => import('../features/auth/RevertEmailPage.tsx')),
  },
  {
    path: '/confirm-erasure',
    title: titled('Erase your company'),
    Content: page(() => import('../features/auth/ConfirmErasurePage.tsx')),
  },
]
