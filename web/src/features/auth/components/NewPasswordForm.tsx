import { isPasswordValid } from '@app/contracts/rules/password.ts'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { showRefused } from '../../../shared/api/show-refused.ts'
import { useSession } from '../../../shared/stores/session.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { notify } from '../../../shared/ui/notify.ts'
import { PasswordField } from '../../../shared/ui/PasswordField.tsx'
import { useGoLater } from '../../../shared/ui/use-go-later.ts'
import { useSetNewPassword } from '../api/set-new-password.ts'
import { endReset } from '../reset-session.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import styles from './ResetForm.module.css'

const REDIRECT_MS = 2000

interface NewPasswordFormProps {
  email: string
  code: string
  onOtherCode: () => void
}

export function NewPasswordForm({ email, code, onOtherCode }: NewPasswordFormProps) {
  const { mutate, isPending, isSuccess } = useSetNewPassword()
  const [refused, setRefused] = useState(false)
  const goLater = useGoLater()
  const form = useForm({ defaultValues: { password: '', confirmation: '' } })
  const { register, handleSubmit, control, formState } = form
  const { password, confirmation } = useWatch({ control })
  const chosen = password ?? ''
  const matches = chosen === confirmation

  function save(): void {
    mutate(
      { code, email, password: chosen },
      {
        onSuccess: () => {
          notify.success('Password reset successful!')
          endReset()
          useSession.getState().logout()
          goLater('/login', REDIRECT_MS)
        },
        onError: (error) => {
          const unanswered = isStatus(error, 0)
          // Another password will do, and the code still holds.
          setRefused(!showRefused(error, form) && !unanswered)
          notify.error(messageOf(error, unanswered ? 'An error occurred. Please try again later.' : 'Failed to reset password'))
        },
      },
    )
  }

  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit(save)}>
      <NewPasswordField
        label="New password"
        placeholder="Minimum 8 characters"
        required
        password={chosen}
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label="Confirm password"
        placeholder="Minimum 8 characters"
        autoComplete="new-password"
        required
        error={confirmation && !matches ? 'Passwords do not match' : undefined}
        {...register('confirmation')}
      />
      <Button
        type="submit"
        state={isPending ? 'busy' : isSuccess ? 'done' : 'idle'}
        busyLabel="Resetting..."
        doneLabel="Password reset"
        disabled={!isPasswordValid(chosen) || !matches}
      >
        Reset Password
      </Button>
      {refused && (
        <Button tone="quiet" onClick={onOtherCode}>
          Enter the code again
        </Button>
      )}
    </form>
  )
}
