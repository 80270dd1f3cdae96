import { EMAIL_INVALID } from '@app/contracts/rules/email.ts'
import { useForm } from 'react-hook-form'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { notify } from '../../../shared/ui/notify.ts'
import { PasswordField } from '../../../shared/ui/PasswordField.tsx'
import { type AdminCredentials, useAdminSignIn } from '../api/admin-sign-in.ts'
import { ADMIN_TOAST, useEnterDashboard } from '../use-enter-dashboard.ts'
import styles from './AdminLoginForm.module.css'

interface AdminLoginFormProps {
  /** Whether the refusal is only that something more is wanted, and is dealt with. */
  onRefused: (credentials: AdminCredentials, error: Error) => boolean
}

export function AdminLoginForm({ onRefused }: AdminLoginFormProps) {
  const { mutate, isPending, isSuccess } = useAdminSignIn()
  const enter = useEnterDashboard()
  const { register, handleSubmit, formState } = useForm<AdminCredentials>({ defaultValues: { email: '', password: '' } })
  const { errors } = formState

  function login(credentials: AdminCredentials): void {
    mutate(credentials, {
      onSuccess: ({ token }) => enter(token),
      onError: (error) => {
        if (onRefused(credentials, error)) return
        const failed = isStatus(error, 0)
          ? 'An error occurred during Admin login. Please try again.'
          : 'Admin Login failed. Please check your credentials.'
        notify.error(messageOf(error, failed), ADMIN_TOAST)
      },
    })
  }

  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit(login)}>
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        required
        error={errors.email?.message}
        {...register('email', { setValueAs: (value: string) => value.trim(), required: EMAIL_INVALID })}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...register('password', { required: 'Please enter your password' })}
      />
      <Button type="submit" state={isPending || isSuccess ? 'busy' : 'idle'} busyLabel="Logging in...">
        Login
      </Button>
    </form>
  )
}
