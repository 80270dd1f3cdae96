import { EMAIL_INVALID } from '@app/contracts/rules/email.ts'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { Form } from '../../../shared/form/Form.tsx'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { notify } from '../../../shared/ui/notify.tsx'
import { PasswordField } from '../../../shared/ui/PasswordField.tsx'
import { type AdminCredentials, useAdminSignIn } from '../api/admin-sign-in.ts'
import { ADMIN_TOAST, useEnterDashboard } from '../use-enter-dashboard.ts'
import styles from './AdminLoginForm.module.css'

interface AdminLoginFormProps {
  /** Whether the refusal is only that something more is wanted, and is dealt with. */
  onRefused: (credentials: AdminCredentials, error: Error) => boolean
}

export function AdminLoginForm({ onRefused }: AdminLoginFormProps) {
  const signIn = useAdminSignIn()
  const enter = useEnterDashboard()
  const form = useForm({
    initial: { email: '', password: '' },
    tidy: (entered) => ({ ...entered, email: entered.email.trim() }),
    check: ({ email, password }) => faultsIn({ email: !email && EMAIL_INVALID, password: !password && 'Please enter your password' }),
    send: signIn.mutateAsync,
    onSent: ({ token }) => enter(token),
    onFailure(error, _isSaid, credentials) {
      if (onRefused(credentials, error)) return
      const failed = isStatus(error, 0)
        ? 'An error occurred during Admin login. Please try again.'
        : 'Admin Login failed. Please check your credentials.'
      notify.error(messageOf(error, failed), ADMIN_TOAST)
    },
  })

  return (
    <Form className={styles.form} form={form}>
      <Field label="Email" type="email" autoComplete="username" autoCapitalize="none" required {...form.text('email')} />
      <PasswordField label="Password" autoComplete="current-password" required {...form.text('password')} />
      <Button type="submit" state={form.state === 'idle' ? 'idle' : 'busy'} busyLabel="Logging in...">
        Login
      </Button>
    </Form>
  )
}
