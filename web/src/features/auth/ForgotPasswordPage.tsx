import { requestReset } from '@app/contracts/http/identity.ts'
import { EMAIL_INVALID, isEmail } from '@app/contracts/rules/email.ts'
import { useState } from 'react'
import { isStatus, messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { Form } from '../../shared/form/Form.tsx'
import { faultsIn, useForm } from '../../shared/form/use-form.ts'
import { useOwner } from '../../shared/stores/session.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import { Link } from '../../shared/ui/Link.tsx'
import { LinkButton } from '../../shared/ui/LinkButton.tsx'
import { useReturnSearch, withReturnSearch } from '../../shared/ui/navigation.ts'
import { notify } from '../../shared/ui/notify.tsx'
import { SheetPage } from '../../shared/ui/SheetPage.tsx'
import styles from './password-reset.module.css'
import { readReset, startReset } from './password-reset.ts'

export default function ForgotPasswordPage() {
  const returnSearch = useReturnSearch()
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo) return <CheckEmail email={sentTo} returnSearch={returnSearch} onOtherAddress={() => setSentTo(undefined)} />

  return (
    <SheetPage
      title="Reset password"
      lead="Enter your email address. We’ll email you a code to set a new password."
      after={
        <Link to="/login" state={withReturnSearch(returnSearch)}>
          Back to login
        </Link>
      }
    >
      <ForgotPasswordForm onSent={setSentTo} />
    </SheetPage>
  )
}

function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({
    initial: { email: readReset().email ?? useOwner.getState().user?.email ?? '' },
    eager: true,
    tidy: ({ email }) => ({ email: email.trim() }),
    check: ({ email }) => faultsIn({ email: email ? !isEmail(email) && EMAIL_INVALID : 'Please enter your email' }),
    send: ({ email }) => call(requestReset, { body: { email } }),
    onSent(_answer, { email }) {
      startReset(email)
      notify.success('Reset email sent successfully')
      onSent(email)
    },
    onFailure: (error) =>
      notify.error(messageOf(error, isStatus(error, 0) ? 'An error occurred. Please try again later.' : 'Failed to send reset email')),
  })

  return (
    <Form form={form}>
      <Field label="Email" type="email" autoComplete="email" autoCapitalize="none" required {...form.text('email')} />
      <Button type="submit" state={form.state} busyLabel="Sending...">
        Reset Password
      </Button>
    </Form>
  )
}

interface CheckEmailProps {
  email: string
  /** The query string of the page that opens after the sign-in. */
  returnSearch: string
  onOtherAddress: () => void
}

function CheckEmail({ email, returnSearch, onOtherAddress }: CheckEmailProps) {
  return (
    <SheetPage
      title="Check your email"
      lead={
        <>
          If there is an account for <strong className={styles.address}>{email}</strong>, we sent it a 5-character code. The code works for
          15 minutes.
        </>
      }
    >
      <div className={styles.form}>
        <LinkButton to="/otp" state={withReturnSearch(returnSearch)}>
          Next
        </LinkButton>
        <Button tone="quiet" onClick={onOtherAddress}>
          Change the email address or send again
        </Button>
      </div>
    </SheetPage>
  )
}
