import type { AdminInvitation } from '@app/contracts/http/admin-invitations.ts'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { isStatus, messageOf, unlessOffline } from '../../../shared/api/api-error.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/ui/Dialog.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import styles from './Account.module.css'
import { InviteAdmin } from './InviteAdmin.tsx'
import { invitationsQuery, useRevokeInvitation } from './invitations.ts'

/** The open invitations of admins. An operator sends, resends and revokes them. */
export function Invitations({ hasSecondFactor }: { hasSecondFactor: boolean }) {
  const headingId = useId()
  const list = useQuery(invitationsQuery)
  const [inviting, setInviting] = useState<{ again: AdminInvitation | undefined }>()
  const [leaving, setLeaving] = useState<AdminInvitation>()

  return (
    <section className={styles.invitations} aria-labelledby={headingId}>
      <h3 id={headingId}>Invitations</h3>
      {list.isPending && (
        <div role="status" aria-busy="true" aria-label="Loading the invitations">
          <Skeleton shape="line" />
        </div>
      )}
      {list.isLoadingError && (
        <RetryNotice
          message={unlessOffline(list.error, 'We couldn’t load the invitations.')}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data?.length === 0 && <p className={styles.address}>No invitation is open.</p>}
      {list.data && list.data.length > 0 && (
        <ul className={styles.admins} aria-label="Open invitations">
          {list.data.map((invitation) => (
            <li key={invitation._id} className={styles.admin}>
              <div className={styles.who}>
                <p className={styles.name}>{invitation.email}</p>
                <p className={styles.facts}>
                  <span>
                    Sent <Time value={invitation.createdAt} clock /> by {invitation.invitedBy.email}
                  </span>
                  <span>
                    Ends <Time value={invitation.expiresAt} clock />
                  </span>
                </p>
              </div>
              <div className={styles.buttons}>
                <Button
                  tone="quiet"
                  size="small"
                  aria-label={`Send again to ${invitation.email}`}
                  onClick={() => setInviting({ again: invitation })}
                >
                  Send again
                </Button>
                <Button
                  tone="quiet"
                  size="small"
                  aria-label={`Take back the invitation to ${invitation.email}`}
                  onClick={() => setLeaving(invitation)}
                >
                  Take back
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button tone="quiet" icon={<UserPlus aria-hidden="true" />} onClick={() => setInviting({ again: undefined })}>
          Invite an admin
        </Button>
      </div>
      {inviting && <InviteAdmin again={inviting.again} hasSecondFactor={hasSecondFactor} onClose={() => setInviting(undefined)} />}
      {leaving && <TakeBack invitation={leaving} onClose={() => setLeaving(undefined)} />}
    </section>
  )
}

function TakeBack({ invitation, onClose }: { invitation: AdminInvitation; onClose: () => void }) {
  const { mutate, isPending } = useRevokeInvitation()
  const revoke = () =>
    mutate(invitation._id, {
      onSuccess: () => {
        toast.success('The invitation is taken back')
        onClose()
      },
      onError: (error) => {
        toast.failed(
          isStatus(error, 404)
            ? 'This invitation was used or taken back already, or it has expired.'
            : messageOf(error, 'We couldn’t take back the invitation. Please try again.'),
        )
        if (isStatus(error, 404)) onClose()
      },
    })
  return (
    <ConfirmDialog
      title="Take back this invitation?"
      question={`The link that we sent to ${invitation.email} will stop working.`}
      confirmLabel="Take back"
      busyLabel="Taking back…"
      busy={isPending}
      onConfirm={revoke}
      onCancel={onClose}
    />
  )
}
