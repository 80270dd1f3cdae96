import type { PendingErasure } from '@app/contracts/http/company.ts'
import { TriangleAlert } from 'lucide-react'
import { messageOf } from '../../shared/api/api-error.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { toast } from '../../shared/ui/notify.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import styles from './ErasureBanner.module.css'
import { useKeepCompany } from './erasure.ts'

/** Says that the company will be erased, on every page of the portal, with a button to keep it. */
export default function ErasureBanner({ erasure: { state, dueAt } }: { erasure: PendingErasure }) {
  const keep = useKeepCompany()
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
            <Button
              size="small"
              state={keep.isPending ? 'busy' : 'idle'}
              busyLabel="Keeping…"
              onClick={() =>
                keep.mutate(undefined, {
                  onSuccess: ({ message }) => toast.success(message),
                  onError: (error) => toast.failed(messageOf(error, 'We couldn’t cancel the erasure. Please try again.')),
                })
              }
            >
              Keep my company
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
