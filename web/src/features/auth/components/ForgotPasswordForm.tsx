import { EMAIL_INVALID, isEmail } from '@app/contracts/rules/email.ts'
import { useForm } from 'react-hook-form'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { useOwner } from '../../../shared/stores/session.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { notify } from '../../../shared/ui/notify.ts'
import { useRequestReset } from '../api/request-reset.ts'
import { readReset, startReset } from '../reset-session.ts'
import styles from './ResetForm.module.css'

export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const { mutate, isPending } = useRequestReset()
  const { register, handleSubmit, formState } = useForm({
    mode: 'onChange',
    defaultValues: { email: readReset().email ?? useOwner.getState().user?.email ?? '' },
  })

  function request(email: string): void {
    mutate(email, {
      onSuccess: () => {
        startReset(email)
        notify.success('Reset email sent successfully')
        onSent(email)
      },
      onError: (error) =>
        notify.error(messageOf(error, isStatus(error, 0) ? 'An error occurred. Please try again later.' : 'Failed to send reset email')),
    })
  }

  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit(({ email }) => request(email))}>
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        required
        error={formState.errors.email?.message}
        {...register('email', {
          setValueAs: (value: string) => value.trim(),
          required: 'Please enter your email',
          validate: (email) => isEmail(email) || EMAIL_INVALID,
        })}
      />
      <Button type="submit" state={isPending ? 'busy' : 'idle'} busyLabel="Sending...">
        Reset Password
      </Button>
    </form>
  )
}
