import type { PendingEmailChange } from '@app/contracts/http/email-changes.ts'
import { EMAIL_INVALID, isEmail } from '@app/contracts/rules/email.ts'
import { EMAIL_CHANGE_LIFE_HOURS, EMAIL_REVERT_LIFE_DAYS } from '@app/contracts/rules/email-changes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf, unlessOffline } from '../../../shared/api/api-error.ts'
import { Form } from '../../../shared/form/Form.tsx'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { useOwner } from '../../../shared/stores/session.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { ErrorText } from '../../../shared/ui/ErrorText.tsx'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { PasswordField } from '../../../shared/ui/PasswordField.tsx'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { emailChangeQuery, useCancelEmailChange, useChangeEmail } from './email-change.ts'
import styles from './SignInEmail.module.css'

/** The panel in which an owner changes the sign-in address. It changes only when the owner confirms the new one. */
export default function SignInEmail({ onClose }: { onClose: () => void }) {
  const email = useOwner(({ user }) => user?.email ?? '')
  const change = useQuery(emailChangeQuery)
  const [isAgain, setAgain] = useState(false)
  const pending = change.data

  return (
    <SidePanel title="Sign-in Email" onClose={onClose}>
      <div className={styles.panel}>
        <Facts facts={[{ label: 'You sign in with', value: email }]} />
        {change.isPending && (
          <div role="status" aria-busy="true" aria-label="Loading your account">
            <Skeleton shape="block" />
          </div>
        )}
        {change.isLoadingError && (
          <RetryNotice
            message={unlessOffline(change.error, 'We couldn’t load your account.')}
            busy={change.isFetching}
            onRetry={() => void change.refetch()}
          />
        )}
        {pending && <Pending pending={pending} isAgain={isAgain} onAgain={() => setAgain(true)} onCanceled={() => setAgain(false)} />}
        {pending !== undefined && (!pending || isAgain) && (
          <ChangeForm key={pending?.newEmail} newEmail={pending?.newEmail ?? ''} onSent={() => setAgain(false)} />
        )}
      </div>
    </SidePanel>
  )
}

interface PendingProps {
  pending: PendingEmailChange
  isAgain: boolean
  onAgain: () => void
  onCanceled: () => void
}

/** What the owner must do to finish a change. */
function Pending({ pending: { newEmail, expiresAt }, isAgain, onAgain, onCanceled }: PendingProps) {
  const cancel = useCancelEmailChange()
  return (
    <section className={styles.pending} aria-label="Change in progress">
      <p role="status">
        We sent a link to <strong className={styles.address}>{newEmail}</strong>. Open it to finish. It works until{' '}
        <Time value={expiresAt} clock />. Nothing changes before that.
      </p>
      <div className={styles.buttons}>
        {!isAgain && (
          <Button tone="quiet" size="small" onClick={onAgain}>
            Send again
          </Button>
        )}
        <Button
          tone="quiet"
          size="small"
          state={cancel.isPending ? 'busy' : 'idle'}
          busyLabel="Canceling…"
          onClick={() =>
            cancel.mutate(undefined, {
              onSuccess: () => {
                toast.success('Your email address stays as it is')
                onCanceled()
              },
            })
          }
        >
          Cancel the change
        </Button>
      </div>
      {cancel.isError && <ErrorText>{messageOf(cancel.error, 'We couldn’t cancel the change. Please try again.')}</ErrorText>}
    </section>
  )
}

interface ChangeFormProps {
  /** The address of the pending change. Empty without one. */
  newEmail: string
  onSent: () => void
}

function ChangeForm({ newEmail, onSent }: ChangeFormProps) {
  const change = useChangeEmail()
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initial: { newEmail, password: '' },
    tidy: (entered) => ({ ...entered, newEmail: entered.newEmail.trim() }),
    check: (entered) =>
      faultsIn({
        newEmail: !isEmail(entered.newEmail) && EMAIL_INVALID,
        password: !entered.password && 'Please enter your password',
      }),
    send(entered) {
      setFailure(undefined)
      return change(entered)
    },
    onSent() {
      toast.success('We sent you a link')
      onSent()
    },
    onFailure: (error, isSaid) => setFailure(isSaid ? undefined : messageOf(error, 'We couldn’t send the link. Please try again.')),
  })
  return (
    <Form form={form}>
      <Field
        label="New email address"
        type="email"
        required
        maxLength={254}
        autoComplete="email"
        autoCapitalize="none"
        {...form.text('newEmail')}
      />
      <PasswordField label="Your password" required autoComplete="current-password" {...form.text('password')} />
      <p className={styles.hint}>
        We’ll email a link to the new address. It works for {EMAIL_CHANGE_LIFE_HOURS} hours. After the change, we email your current address
        a link that takes it back. That one works for {EMAIL_REVERT_LIFE_DAYS} days.
      </p>
      <ErrorText>{failure}</ErrorText>
      <div>
        <Button type="submit" state={form.state} busyLabel="Sending…">
          Send link
        </Button>
      </div>
    </Form>
  )
}
