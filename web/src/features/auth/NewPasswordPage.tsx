import { resetPassword } from '@app/contracts/http/identity.ts'
import { isPasswordValid } from '@app/contracts/rules/password.ts'
import { normalizeResetCode, RESET_CODE_INVALID, RESET_CODE_LENGTH } from '@app/contracts/rules/reset-code.ts'
import { type SubmitEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router-dom'
import { NewPasswordField } from '../../domain/account/NewPasswordField.tsx'
import { isStatus, messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { Form } from '../../shared/form/Form.tsx'
import { useForm } from '../../shared/form/use-form.ts'
import { useSession } from '../../shared/stores/session.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { Link } from '../../shared/ui/Link.tsx'
import { useGoLater, useReturnSearch, withReturnSearch } from '../../shared/ui/navigation.ts'
import { notify } from '../../shared/ui/notify.tsx'
import { PasswordField } from '../../shared/ui/PasswordField.tsx'
import { SheetPage } from '../../shared/ui/SheetPage.tsx'
import { CodeInput, emptyBoxes, enterText } from './CodeInput.tsx'
import styles from './password-reset.module.css'
import { dropResetCode, emailInFragment, endReset, keepResetCode, readReset, startReset } from './password-reset.ts'

/** Marks the history entry of the second step, so that Back, Forward and a reload show the step that belongs to the entry. */
const PASSWORD_STEP = 'password'

/**
 * Asks for the code from the email, then for the new password. The link in the email contains the account's email address in its fragment.
 * This page stores the address for this tab and removes it from the address bar.
 */
export default function NewPasswordPage() {
  const navigate = useNavigate()
  const { hash, state } = useLocation()
  const returnSearch = useReturnSearch()
  const [{ email, token: code }, setReset] = useState(readReset)

  useEffect(() => {
    if (!hash) return
    const linked = emailInFragment(hash)
    if (linked) {
      startReset(linked)
      setReset(readReset())
    }
    navigate('/otp', { replace: true, state })
  }, [hash, state, navigate])

  useEffect(() => {
    if (email || hash) return
    notify.error('Please start the password reset process first')
    navigate('/reset-password', { replace: true, state: withReturnSearch(returnSearch) })
  }, [email, hash, returnSearch, navigate])

  if (!email) return null
  if (!code || state?.step !== PASSWORD_STEP) {
    return (
      <SheetPage
        title="Enter Verification Code"
        lead={`We emailed a 5-character code to ${email}.`}
        after={
          <Link to="/reset-password" state={withReturnSearch(returnSearch)}>
            Send a new code
          </Link>
        }
      >
        <CodeForm
          key={email}
          kept={code}
          onVerified={(token) => {
            setReset({ email, token })
            navigate('/otp', { state: { ...state, step: PASSWORD_STEP } })
          }}
        />
      </SheetPage>
    )
  }
  return (
    <SheetPage
      title="Create New Password"
      lead={`For the account ${email}.`}
      after={
        <Link to="/login" state={withReturnSearch(returnSearch)}>
          Back to login
        </Link>
      }
    >
      <NewPasswordForm
        email={email}
        code={code}
        onOtherCode={() => {
          dropResetCode()
          setReset({ email, token: null })
          navigate(-1)
        }}
      />
    </SheetPage>
  )
}

interface CodeFormProps {
  /** The code that was entered earlier, if the user returns from the password step. */
  kept: string | null
  onVerified: (code: string) => void
}

/** The form does not check whether the code is correct. The server checks the code together with the new password. */
function CodeForm({ kept, onVerified }: CodeFormProps) {
  const [boxes, setBoxes] = useState(() => (kept ? enterText({ boxes: emptyBoxes, at: 0 }, kept).boxes : emptyBoxes))
  const [error, setError] = useState<string>()

  function verify(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const code = normalizeResetCode(boxes.join(''))
    if (code.length !== RESET_CODE_LENGTH) {
      // The message must be in the document before the box gets the focus, so that screen readers read it with the box.
      flushSync(() => setError(RESET_CODE_INVALID))
      const inputs = [...event.currentTarget.querySelectorAll('input')]
      inputs.find(({ value }) => value === '')?.focus()
      return
    }
    try {
      keepResetCode(code)
      notify.success('OTP verified successfully')
      onVerified(code)
    } catch {
      notify.error('Failed to verify OTP. Please try again.')
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={verify}>
      <CodeInput
        label="Code"
        boxes={boxes}
        error={error}
        onChange={(entered) => {
          setBoxes(entered)
          setError(undefined)
        }}
      />
      <Button type="submit">Verify</Button>
    </form>
  )
}

const REDIRECT_MS = 2000

interface NewPasswordFormProps {
  email: string
  code: string
  onOtherCode: () => void
}

function NewPasswordForm({ email, code, onOtherCode }: NewPasswordFormProps) {
  const [refused, setRefused] = useState(false)
  const returnSearch = useReturnSearch()
  const goLater = useGoLater()
  const form = useForm({
    initial: { password: '', confirmation: '' },
    // The request contains the email address, so that the server counts wrong codes against this account only.
    send: ({ password }) => call(resetPassword, { params: { code }, body: { password, email } }),
    onSent() {
      notify.success('Password reset successful!')
      endReset()
      useSession.getState().logout()
      goLater('/login', REDIRECT_MS, { state: withReturnSearch(returnSearch) })
    },
    onFailure(error, isSaid) {
      const unanswered = isStatus(error, 0)
      // If an error is shown at the password field, the code is still valid and only another password is needed.
      setRefused(!isSaid && !unanswered)
      notify.error(messageOf(error, unanswered ? 'An error occurred. Please try again later.' : 'Failed to reset password'))
    },
  })
  const { password, confirmation } = form.values
  const matches = password === confirmation

  return (
    <Form form={form}>
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
