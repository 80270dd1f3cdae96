import { isPasswordValid } from '@app/contracts/rules/password.ts'
import { useState } from 'react'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { Form } from '../../../shared/form/Form.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { useSession } from '../../../shared/stores/session.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { useGoLater } from '../../../shared/ui/navigation.ts'
import { notify } from '../../../shared/ui/notify.tsx'
import { PasswordField } from '../../../shared/ui/PasswordField.tsx'
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
  const setNewPassword = useSetNewPassword()
  const [refused, setRefused] = useState(false)
  const goLater = useGoLater()
  const form = useForm({
    initial: { password: '', confirmation: '' },
    send: ({ password }) => setNewPassword.mutateAsync({ code, email, password }),
    onSent() {
      notify.success('Password reset successful!')
      endReset()
      useSession.getState().logout()
      goLater('/login', REDIRECT_MS)
    },
    onFailure(error, isSaid) {
      const unanswered = isStatus(error, 0)
      // Another password will do, and the code still holds.
      setRefused(!isSaid && !unanswered)
      notify.error(messageOf(error, unanswered ? 'An error occurred. Please try again later.' : 'Failed to reset password'))
    },
  })
  const { password, confirmation } = form.values
  const matches = password === confirmation

  return (
    <Form className={styles.form} form={form}>
      <NewPasswordField label="New password" placeholder="Minimum 8 characters" required password={password} {...form.text('password')} />
      <PasswordField
        label="Confirm password"
        placeholder="Minimum 8 characters"
        autoComplete="new-password"
        required
        {...form.text('confirmation')}
        error={confirmation && !matches ? 'Passwords do not match' : undefined}
      />
      <Button
        type="submit"
        state={form.state}
        busyLabel="Resetting..."
        doneLabel="Password reset"
        disabled={!isPasswordValid(password) || !matches}
      >
        Reset Password
      </Button>
      {refused && (
        <Button tone="quiet" onClick={onOtherCode}>
          Enter the code again
        </Button>
      )}
    </Form>
  )
}
