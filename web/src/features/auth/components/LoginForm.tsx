import { useId, useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { Form } from '../../../shared/form/Form.tsx'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Field, FieldError } from '../../../shared/ui/Field.tsx'
import { PasswordField } from '../../../shared/ui/PasswordField.tsx'
import { useLogin } from '../use-login.ts'
import { useTapGesture } from '../use-tap-gesture.ts'
import styles from './PanelForm.module.css'

/** `email` stands in it at first, after an account was created with it. */
export function LoginForm({ email }: { email: string }) {
  const { login, failure } = useLogin()
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
        <Link className={styles.forgot} to="/reset-password">
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
