import type { Erasure } from '@app/contracts/http/erasure.ts'
import { useId, useState } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import panel from '../CompanyPanel.module.css'
import { CancelErasureDialog } from './CancelErasureDialog.tsx'
import { useErasures } from './erasures.ts'

/** Says that the owner has asked to erase the company, and lets an admin cancel it. Shows nothing for all other companies. */
export function CompanyErasure({ companyProfileId }: { companyProfileId: string }) {
  const headingId = useId()
  const { data } = useErasures(1, companyProfileId)
  const erasure = data?.list.find(({ state }) => state === 'waiting' || state === 'erasing')
  const [canceled, setCanceled] = useState<Erasure>()
  if (!erasure) return null
  return (
    <section className={panel.group} aria-labelledby={headingId}>
      <h3 id={headingId}>Erasure</h3>
      {erasure.state === 'erasing' ? (
        <p>The data of this company is being erased.</p>
      ) : (
        <>
          <p>
            The owner asked us to erase this company.{' '}
            {erasure.dueAt && (
              <>
                We begin on <Time value={erasure.dueAt} full />.
              </>
            )}
          </p>
          <div>
            <Button tone="quiet" size="small" onClick={() => setCanceled(erasure)}>
              Cancel the erasure
            </Button>
          </div>
        </>
      )}
      {canceled && <CancelErasureDialog erasure={canceled} onClose={() => setCanceled(undefined)} />}
    </section>
  )
}
