import { useId, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router-dom'
import { Button } from '../../../shared/ui/Button.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { FieldError } from '../../../shared/ui/FieldFrame.tsx'
import { PasswordField } from '../../../shared/ui/PasswordField.tsx'
import { useLogin } from '../use-login.ts'
import { useTapGesture } from '../use-tap-gesture.ts'
import styles from './PanelForm.module.css'

/** `email` fills the address in, after an account was created with it. */
export function LoginForm({ email }: { email: string }) {
  const { login, state, failure } = useLogin()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  useTapGesture(heading, () => navigate('/admin/login'))
  const failureId = useId()
  const { register, handleSubmit, formState } = useForm({ values: { email, password: '' } })
  const { errors } = formState

  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit(login)}>
      <div className={styles.head}>
        <h1 ref={heading} className={`${styles.title} ${styles.tappable}`}>
          Login
        </h1>
        <p className={styles.lead}>Good to see you again.</p>
      </div>
      <div className={styles.fields}>
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          required
          error={errors.email?.message}
          {...register('email', { setValueAs: (value: string) => value.trim(), required: 'Please enter your email' })}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...register('password', { required: 'Please enter your password' })}
        />
        <Link className={styles.forgot} to="/reset-password">
          Forgot the password?
        </Link>
      </div>
      <div className={styles.submit}>
        <FieldError id={failureId}>{failure}</FieldError>
        <Button type="submit" state={state} busyLabel="Authenticating..." doneLabel="Login Successful" aria-describedby={failureId}>
          Login
        </Button>
      </div>
    </form>
  )
}
