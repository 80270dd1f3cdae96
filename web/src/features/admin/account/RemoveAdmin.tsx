import { type SubmitEvent, useRef, useState } from 'react'
import { CodeForm, failureText } from '../../../domain/second-factor/CodeForm.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { PasswordField } from '../../../shared/ui/PasswordField.tsx'
import styles from './Account.module.css'
import { type Admin, type OperatorProof, useRemoveAdmin } from './api.ts'

interface RemoveAdminProps {
  admin: Admin
  /** Whether the operator confirms with a code of the second factor instead of the password. */
  hasSecondFactor: boolean
  onRemoved: () => void
  onClose: () => void
}

export function RemoveAdmin({ admin, hasSecondFactor, onRemoved, onClose }: RemoveAdminProps) {
  const { mutate, isPending, error } = useRemoveAdmin()
  const form = { submitLabel: 'Remove admin', busyLabel: 'Removing…', busy: isPending, failure: error }
  const remove = (proof: OperatorProof) => mutate({ id: admin._id, proof }, { onSuccess: onRemoved })

  return (
    <Dialog title="Remove admin" onClose={onClose}>
      <div className={styles.step}>
        <p>
          Remove {admin.username} ({admin.email})? They’ll be signed out everywhere and won’t get any more emails.
        </p>
        {hasSecondFactor ? (
          <CodeForm recovery tone="danger" {...form} onCode={(code) => remove({ code })} />
        ) : (
          <PasswordForm {...form} onPassword={(password) => remove({ password })} />
        )}
      </div>
    </Dialog>
  )
}

interface PasswordFormProps {
  submitLabel: string
  busyLabel: string
  busy: boolean
  /** The error of the last attempt, which is shown at the password field. */
  failure: Error | null
  onPassword: (password: string) => void
}

function PasswordForm({ submitLabel, busyLabel, busy, failure, onPassword }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function send(event: SubmitEvent): void {
    event.preventDefault()
    setMissing(password === '')
    if (password) onPassword(password)
    else form.current?.querySelector('input')?.focus()
  }

  return (
    <form ref={form} className={styles.step} noValidate onSubmit={send}>
      <PasswordField
        label="Your password"
        hint="Confirm with your own password."
        required
        autoComplete="current-password"
        value={password}
        readOnly={busy}
        error={isMissing ? 'Please enter your password' : failureText(failure)}
        onChange={({ currentTarget }) => {
          setPassword(currentTarget.value)
          setMissing(false)
        }}
      />
      <Button type="submit" tone="danger" state={busy ? 'busy' : 'idle'} busyLabel={busyLabel}>
        {submitLabel}
      </Button>
    </form>
  )
}
