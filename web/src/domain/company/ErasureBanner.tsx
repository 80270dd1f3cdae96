import type { PendingErasure } from '@app/contracts/http/company.ts'
import { TriangleAlert } from 'lucide-react'
import { Time } from '../../shared/ui/Time.tsx'
import styles from './ErasureBanner.module.css'
import { KeepCompany } from './KeepCompany.tsx'

/** Says that the company will be erased, on every page of the portal, with a button to keep it. */
export default function ErasureBanner({ erasure: { state, dueAt } }: { erasure: PendingErasure }) {
  return (
    <section className={styles.banner} aria-label="Erasure of your company">
      <TriangleAlert aria-hidden="true" />
      <div className={styles.words}>
        {state === 'erasing' ? (
          <p>We are erasing your company. You will be signed out soon.</p>
        ) : (
          <>
            <p>
              {dueAt && (
                <>
                  We will erase your company on <Time value={dueAt} full />. Until then, you can keep it.
                </>
              )}
            </p>
            <KeepCompany />
          </>
        )}
      </div>
    </section>
  )
}
