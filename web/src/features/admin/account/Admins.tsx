import { useRef, useState } from 'react'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { Badge } from '../../../shared/ui/Badge.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { ErrorState, Skeleton } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { usePlace } from '../use-place.ts'
import styles from './Account.module.css'
import { type Admin, useAdmins } from './api.ts'
import { Invitations } from './Invitations.tsx'
import { MyName } from './MyName.tsx'
import { RemoveAdmin } from './RemoveAdmin.tsx'

export function Admins({ onClose }: { onClose: () => void }) {
  const admins = useAdmins()
  const { isOperator } = usePlace()
  const [leaving, setLeaving] = useState<Admin>()
  const [isNaming, setNaming] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const self = admins.data?.find(({ isSelf }) => isSelf)

  function close(): void {
    setLeaving(undefined)
    toast.success('Admin removed')
    // The focused button was removed together with its row, so the list gets the focus.
    list.current?.focus()
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
          message={unlessOffline(admins.error, 'We couldn’t load the admins')}
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
                    {admin.hasSecondFactor ? 'Two-factor authentication' : 'No two-factor authentication'}
                  </Badge>
                  {admin.isOperator && <Badge>Operator</Badge>}
                  <span className={styles.since}>
                    Since <Time value={admin.createdAt} />
                  </span>
                </p>
              </div>
              {admin.isSelf && (
                <Button tone="quiet" size="small" onClick={() => setNaming(true)}>
                  Change name
                </Button>
              )}
              {isOperator && !admin.isSelf && (
                <Button tone="quiet" size="small" aria-label={`Remove ${admin.email}`} onClick={() => setLeaving(admin)}>
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOperator && self && <Invitations hasSecondFactor={self.hasSecondFactor} />}
      {isNaming && self && <MyName name={self.username} onClose={() => setNaming(false)} />}
      {leaving && (
        <RemoveAdmin
          admin={leaving}
          hasSecondFactor={self?.hasSecondFactor ?? false}
          onRemoved={close}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </SidePanel>
  )
}
