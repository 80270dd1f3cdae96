import type { SecondFactorSecret } from '@app/contracts/http/identity.ts'
import { EMAIL_INVALID } from '@app/contracts/rules/email.ts'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { isStatus, messageOf } from '../../shared/api/api-error.ts'
import { Form } from '../../shared/form/Form.tsx'
import { faultsIn, useForm } from '../../shared/form/use-form.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import { notify } from '../../shared/ui/notify.tsx'
import { PasswordField } from '../../shared/ui/PasswordField.tsx'
import { SheetPage } from '../../shared/ui/SheetPage.tsx'
import { SecondFactorStep } from './SecondFactorStep.tsx'
import { ADMIN_TOAST, type AdminCredentials, isSecondFactorRequired, secretToSetUp, signIn, useStartAdminSession } from './sign-in.ts'

/** State of an admin whose password was correct but who needs a second factor. */
interface Halfway {
  credentials: AdminCredentials
  /** The secret of a second factor that must be set up; `undefined` if only a code is required. */
  secret: SecondFactorSecret | undefined
}

export default function AdminLoginPage() {
  const [halfway, setHalfway] = useState<Halfway>()
  if (halfway) return <SecondFactorStep {...halfway} onBack={() => setHalfway(undefined)} />

  /** Shows the step for the second factor if the error requires it. Returns whether the step is shown. */
  function startSecondFactor(credentials: AdminCredentials, error: Error): boolean {
    const secret = secretToSetUp(error)
    if (!secret && !isSecondFactorRequired(error)) return false
    setHalfway({ credentials, secret })
    return true
  }

  return (
    <SheetPage branded title="Admin login" lead="For the team that creates and posts content.">
      <AdminLoginForm onRefused={startSecondFactor} />
    </SheetPage>
  )
}

interface AdminLoginFormProps {
  /** Called when the sign-in fails. Returns true if the sign-in continues with the second factor. Otherwise the form shows the error. */
  onRefused: (credentials: AdminCredentials, error: Error) => boolean
}

function AdminLoginForm({ onRefused }: AdminLoginFormProps) {
  const enter = useStartAdminSession()
  // The page of an accepted invitation passes the address on.
  const email: string = useLocation().state?.email ?? ''
  const form = useForm({
    initial: { email, password: '' },
    tidy: (entered) => ({ ...entered, email: entered.email.trim() }),
    check: ({ email, password }) => faultsIn({ email: !email && EMAIL_INVALID, password: !password && 'Please enter your password' }),
    send: signIn,
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
    <Form form={form}>
      <Field label="Email" type="email" autoComplete="username" autoCapitalize="none" required {...form.text('email')} />
      <PasswordField label="Password" autoComplete="current-password" required {...form.text('password')} />
      <Button type="submit" state={form.state === 'idle' ? 'idle' : 'busy'} busyLabel="Logging in...">
        Login
      </Button>
    </Form>
  )
}
