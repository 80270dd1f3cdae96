import { signIn } from '@app/contracts/http/identity.ts'
import { useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isOffline, isStatus, messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { companyQuery } from '../../shared/api/company.ts'
import { prefetchUser } from '../../shared/api/user.ts'
import { Form } from '../../shared/form/Form.tsx'
import { faultsIn, useForm } from '../../shared/form/use-form.ts'
import { useSession } from '../../shared/stores/session.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { Field, FieldError } from '../../shared/ui/Field.tsx'
import { Link } from '../../shared/ui/Link.tsx'
import { useGoLater, useReturnSearch, withReturnSearch } from '../../shared/ui/navigation.ts'
import { notify } from '../../shared/ui/notify.tsx'
import { PasswordField } from '../../shared/ui/PasswordField.tsx'
import styles from './LoginPage.module.css'
import { useTapGesture } from './tap-gesture.ts'

export const LOGIN_TOAST = { autoClose: 800 }

/** `email` is the initial value of the email field, for example after a sign-up. */
export function LoginForm({ email }: { email: string }) {
  const returnSearch = useReturnSearch()
  const { login, failure } = useLogin(returnSearch)
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  useTapGesture(heading, () => navigate('/admin/login'))
  const failureId = useId()
  const form = useForm({
    initial: { email, password: '' },
    tidy: (entered) => ({ ...entered, email: entered.email.trim() }),
    check: ({ email, password }) =>
      faultsIn({ email: !email && 'Please enter your email', password: !password && 'Please enter your password' }),
    send: login,
  })

  return (
    <Form className={styles.form} form={form}>
      <div className={styles.head}>
        <h1 ref={heading} className={`${styles.title} ${styles.tappable}`}>
          Login
        </h1>
        <p className={styles.lead}>Good to see you again.</p>
      </div>
      <div className={styles.fields}>
        <Field label="Email" type="email" autoComplete="username" autoCapitalize="none" required {...form.text('email')} />
        <PasswordField label="Password" autoComplete="current-password" required {...form.text('password')} />
        <Link className={styles.forgot} to="/reset-password" state={withReturnSearch(returnSearch)}>
          Forgot the password?
        </Link>
      </div>
      <div className={styles.submit}>
        <FieldError id={failureId}>{failure}</FieldError>
        <Button type="submit" state={form.state} busyLabel="Authenticating..." doneLabel="Login Successful" aria-describedby={failureId}>
          Login
        </Button>
      </div>
    </Form>
  )
}

const REDIRECT_MS = 1500

/** `login` stores the session and opens the next page after 1.5 s. It rejects if the sign-in fails. */
function useLogin(returnSearch: string) {
  const goLater = useGoLater()
  const [failure, setFailure] = useState<string>()

  async function login(credentials: { email: string; password: string }): Promise<void> {
    setFailure(undefined)
    try {
      const { Token } = await call(signIn, { body: credentials })
      useSession.getState().login(Token)
    } catch (error) {
      if (isStatus(error, 0) && !isOffline(error)) notify.error('An error occurred during login. Please try again.', LOGIN_TOAST)
      else setFailure(messageOf(error, 'Login failed. Please check your credentials.'))
      throw error
    }
    prefetchUser()
    void openNextPage()
  }

  async function openNextPage(): Promise<void> {
    const startedAt = Date.now()
    const landing = await findLanding()
    goLater(landing + returnSearch, Math.max(0, startedAt + REDIRECT_MS - Date.now()))
  }

  return { login, failure }
}

/**
 * Returns the path of the portal if the owner's company profile can be loaded. Otherwise returns `/new-company`. The page at this path
 * loads the profile again, and redirects to the portal if there is a profile.
 */
async function findLanding(): Promise<'/management' | '/new-company'> {
  try {
    const { queryClient } = await import('../../shared/api/query-client.tsx')
    const { profile } = await queryClient.fetchQuery(companyQuery)
    return profile ? '/management' : '/new-company'
  } catch {
    return '/new-company'
  }
}
