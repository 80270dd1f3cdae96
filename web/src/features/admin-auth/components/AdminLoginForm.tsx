import { EMAIL_INVALID } from '@app/contracts/rules/email.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { useAdminSession } from '../../../shared/stores/session.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { notify } from '../../../shared/ui/notify.ts'
import { PasswordField } from '../../../shared/ui/PasswordField.tsx'
import { useGoLater } from '../../../shared/ui/use-go-later.ts'
import { type AdminCredentials, useAdminSignIn } from '../api/admin-sign-in.ts'
import styles from './AdminLoginForm.module.css'

const ADMIN_TOAST = { autoClose: 500 }
const REDIRECT_MS = 500

export function AdminLoginForm() {
  const { mutate, isPending, isSuccess } = useAdminSignIn()
  const queryClient = useQueryClient()
  const goLater = useGoLater()
  const { register, handleSubmit, formState } = useForm<AdminCredentials>({ defaultValues: { email: '', password: '' } })
  const { errors } = formState

  function login(credentials: AdminCredentials): void {
    mutate(credentials, {
      onSuccess: ({ token }) => {
        queryClient.clear()
        useAdminSession.getState().login(token)
        notify.success('Login Successful!', ADMIN_TOAST)
        goLater('/admin/dashboard', REDIRECT_MS)
      },
      onError: (error) => {
        const message = isStatus(error, 0)
          ? 'An error occurred during Admin login. Please try again.'
          : messageOf(error, 'Admin Login failed. Please check your credentials.')
        notify.error(message, ADMIN_TOAST)
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
