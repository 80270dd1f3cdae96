import { Button } from '../shared/ui/Button.tsx'
import { Address } from './content.tsx'
import styles from './DecisionBar.module.css'

interface DecisionBarProps {
  sentTo: string
  onApprove: () => void
  onReferBack: () => void
}

/** The bar at the bottom of the window. At the end of the page, it stands below the content, so that it never covers the last line. */
export function DecisionBar({ sentTo, onApprove, onReferBack }: DecisionBarProps) {
  return (
    <section className={styles.bar} aria-label="Your decision">
      <div className={styles.inner}>
        <p className={styles.who}>
          Reviewing as <Address>{sentTo}</Address>
        </p>
        <Button tone="quiet" className={styles.button} onClick={onReferBack}>
          Refer Back
        </Button>
        <Button className={styles.button} onClick={onApprove}>
          Approve
        </Button>
      </div>
    </section>
  )
}

/** The bar for a colleague who may only look at the preview. */
export const LookingBar = ({ sentTo }: { sentTo: string }) => (
  <section className={styles.bar} aria-label="Your access">
    <div className={styles.inner}>
      <p className={styles.who}>
        Viewing as <Address>{sentTo}</Address>. Someone else at the company decides.
      </p>
    </div>
  </section>
)
