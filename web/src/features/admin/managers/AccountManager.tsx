import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { companyQuery } from '../board/queries.ts'
import styles from './AccountManager.module.css'
import { useAdminNames } from './admins.ts'
import { setManager } from './set-manager.ts'

const ManagerDialog = lazyPart(() => import('./ManagerDialog.tsx'), { missing: PanelMissing })

/** The admin who looks after a company, with a button to choose another one. */
export function AccountManager({ companyProfileId }: { companyProfileId: string }) {
  const line = useQuery(companyQuery(companyProfileId)).data?.line
  const managerId = line?.managerId ?? null
  const names = useAdminNames(managerId !== null)
  const [isChoosing, setChoosing] = useState(false)
  if (!line) return null
  const name = managerId === null ? 'Nobody' : (names.get(managerId) ?? '…')

  async function choose(adminId: string | null): Promise<void> {
    await setManager({ companyId: companyProfileId, adminId, currentAdminId: managerId })
    toast.success('The account manager is saved')
  }

  return (
    <div className={styles.manager}>
      <p>
        <span className={styles.label}>Account manager</span>
        <span className={styles.name}>{name}</span>
      </p>
      <Button tone="quiet" size="small" aria-label="Change the account manager" onClick={() => setChoosing(true)}>
        Change
      </Button>
      {isChoosing && (
        <ManagerDialog
          title="Account manager"
          lead={`${line.companyName} is looked after by ${managerId === null ? 'nobody' : name}.`}
          initial={managerId}
          submitLabel="Save"
          send={choose}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}
