import type { ReactNode } from 'react'
import { CodeForm } from '../../../domain/second-factor/CodeForm.tsx'
import { RecoveryCodes } from '../../../domain/second-factor/RecoveryCodes.tsx'
import { messageOf } from '../../../shared/api/api-error.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { ErrorState, Skeleton } from '../../../shared/ui/states.tsx'
import styles from './Account.module.css'
import { useAdmins, useBeginSecondFactor, useConfirmSecondFactor, useRemoveSecondFactor } from './api.ts'

const SetUp = lazyPart(() => import('../../../domain/second-factor/SetUp.tsx'))

export function SecondFactor({ onClose }: { onClose: () => void }) {
  const admins = useAdmins()
  const begin = useBeginSecondFactor()
  const confirm = useConfirmSecondFactor()
  const remove = useRemoveSecondFactor()
  const self = admins.data?.find(({ isSelf }) => isSelf)

  function close(message: string): void {
    toast.success(message)
    onClose()
  }

  /** Each step is a separate dialog, so that screen readers announce its title. */
  const step = (title: string, content: ReactNode) => (
    <Dialog key={title} title={title} onClose={onClose}>
      <div className={styles.step}>{content}</div>
    </Dialog>
  )

  if (confirm.data)
    return step(
      'Save your recovery codes',
      <>
        <p>If you don’t have your phone, sign in with one of these codes. Each code works once. We won’t show them again.</p>
        <RecoveryCodes codes={confirm.data.recoveryCodes} onKept={() => close('Two-factor authentication is set up')} />
      </>,
    )
  if (begin.data)
    return step(
      'Set up two-factor authentication',
      <SetUp secret={begin.data} busy={confirm.isPending} failure={confirm.error} onCode={(code) => confirm.mutate(code)} />,
    )
  if (!self)
    return step(
      'Two-factor authentication',
      admins.isLoadingError ? (
        <ErrorState message="We couldn’t load your account" busy={admins.isFetching} onRetry={() => void admins.refetch()} />
      ) : (
        <div role="status" aria-busy="true" aria-label="Loading your account">
          <Skeleton shape="block" />
        </div>
      ),
    )
  if (self.hasSecondFactor)
    return step(
      'Two-factor authentication',
      <>
        <p>You sign in with your password and a code from your phone. To remove two-factor authentication, enter a code.</p>
        <CodeForm
          recovery
          tone="danger"
          submitLabel="Remove two-factor authentication"
          busyLabel="Removing…"
          busy={remove.isPending}
          failure={remove.error}
          onCode={(code) => remove.mutate(code, { onSuccess: () => close('Two-factor authentication is removed') })}
        />
      </>,
    )
  return step(
    'No two-factor authentication yet',
    <>
      <p>
        Two-factor authentication protects your account even if someone learns your password. When you sign in, you also enter a code from
        an authenticator app on your phone.
      </p>
      <Button
        state={begin.isPending ? 'busy' : 'idle'}
        busyLabel="Preparing…"
        onClick={() =>
          begin.mutate(undefined, {
            onError: (error) => toast.failed(messageOf(error, 'We couldn’t start the setup. Please try again.')),
          })
        }
      >
        Set up
      </Button>
    </>,
  )
}
