import { useRef, useState } from 'react'
import { messageOf, unlessOffline } from '../../../shared/api/api-error.ts'
import { Badge } from '../../../shared/ui/Badge.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog, SidePanel } from '../../../shared/ui/Dialog.tsx'
import { ErrorState, Skeleton } from '../../../shared/ui/stand-ins.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { toast } from '../toasts.ts'
import styles from './Account.module.css'
import { type Admin, useAdmins, useRemoveAdmin } from './api.ts'

/** Who works here; any admin may remove any other. */
export function Admins({ onClose }: { onClose: () => void }) {
  const admins = useAdmins()
  const [leaving, setLeaving] = useState<Admin>()
  const list = useRef<HTMLUListElement>(null)
  const { mutate, isPending } = useRemoveAdmin()

  function remove({ _id }: Admin): void {
    mutate(_id, {
      onSuccess: () => {
        toast.success('Admin removed')
        // The button that was pressed goes with its line.
        list.current?.focus()
      },
      onError: (error) => toast.failed(messageOf(error, 'The admin could not be removed')),
      onSettled: () => setLeaving(undefined),
    })
  }

  return (
    <SidePanel title="Admins" onClose={onClose}>
      {admins.isPending && (
        <div role="status" aria-busy="true" aria-label="Loading admins">
          <Skeleton shape="block" />
        </div>
      )}
      {admins.isLoadingError && (
        <ErrorState
          message={unlessOffline(admins.error, 'The admins could not be loaded')}
          busy={admins.isFetching}
          onRetry={() => void admins.refetch()}
        />
      )}
      {admins.data && (
        <ul ref={list} className={styles.admins} tabIndex={-1} aria-label="Admins">
          {admins.data.map((admin) => (
            <li key={admin._id} className={styles.admin}>
              <div className={styles.who}>
                <p className={styles.name}>
                  {admin.username}
                  {admin.isSelf && ' (you)'}
                </p>
                <p className={styles.address}>{admin.email}</p>
                <p className={styles.facts}>
                  <Badge tone={admin.hasSecondFactor ? 'approved' : 'pending'}>
                    {admin.hasSecondFactor ? 'Second factor' : 'No second factor'}
                  </Badge>
                  {admin.isOperator && <Badge>Operator</Badge>}
                  <span>
                    Since <Time value={admin.createdAt} />
                  </span>
                </p>
              </div>
              {!admin.isSelf && (
                <Button tone="quiet" size="small" aria-label={`Remove ${admin.email}`} onClick={() => setLeaving(admin)}>
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {leaving && (
        <ConfirmDialog
          title="Remove admin"
          question={`Remove ${leaving.username} (${leaving.email})? Every session ends at once, and no more mails are sent there.`}
          confirmLabel="Remove"
          busyLabel="Removing…"
          busy={isPending}
          onConfirm={() => remove(leaving)}
          onCancel={() => setLeaving(undefined)}
        />
      )}
    </SidePanel>
  )
}
