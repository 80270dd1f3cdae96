import { useId, useState } from 'react'
import { adminCallPage } from '../../shared/api/call.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import styles from './CompanyPanel.module.css'

const DecisionRecord = lazyPart(async () => ({ default: (await import('../../domain/record/DecisionRecord.tsx')).DecisionRecord }))

/** The decision record of a company: all decisions about its previews. The list is loaded when an admin presses "Show the record". */
export function CompanyRecord({ companyProfileId }: { companyProfileId: string }) {
  const headingId = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.group} aria-labelledby={headingId}>
      <h3 id={headingId}>Decision record</h3>
      <div>
        <Button tone="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the record' : 'Show the record'}
        </Button>
      </div>
      {isOpen && <DecisionRecord companyProfileId={companyProfileId} ask={adminCallPage} />}
    </section>
  )
}
