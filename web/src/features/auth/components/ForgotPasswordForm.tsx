import { EMAIL_INVALID, isEmail } from '@app/contracts/rules/email.ts'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { Form } from '../../../shared/form/Form.tsx'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { useOwner } from '../../../shared/stores/session.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { notify } from '../../../shared/ui/notify.tsx'
import { useRequestReset } from '../api/request-reset.ts'
import { readReset, startReset } from '../reset-session.ts'
import styles from './ResetForm.module.css'

export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const request = useRequestReset()
  const form = useForm({
    initial: { email: readReset().email ?? useOwner.getState().user?.email ?? '' },
    eager: true,
    tidy: ({ email }) => ({ email: email.trim() }),
    check: ({ email }) => faultsIn({ email: email ? !isEmail(email) && EMAIL_INVALID : 'Please enter your email' }),
    send: ({ email }) => request.mutateAsync(email),
    onSent(_answer, { email }) {
      startReset(email)
      notify.success('Reset email sent successfully')
      onSent(email)
    },
    onFailure: (error) =>
      notify.error(messageOf(error, isStatus(error, 0) ? 'An error occurred. Please try again later.' : 'Failed to send reset email')),
  })

  return (
    <Form className={styles.form} form={form}>
      <Field label="Email" type="email" autoComplete="email" autoCapitalize="none" required {...form.text('email')} />
      <Button type="submit" state={form.state} busyLabel="Sending...">
        Reset Password
      </Button>
    </Form>
  )
}
