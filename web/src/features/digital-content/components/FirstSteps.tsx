import { Button } from '../../../shared/ui/Button.tsx'
import styles from './FirstSteps.module.css'

const steps = [
  { title: 'Assign a task', text: 'Say what you want said, where and when. A title and two dates are enough.' },
  { title: 'Look at the preview', text: 'We design it and send you a mail. Approve it, or refer it back with a sentence.' },
  { title: 'See it posted', text: 'We launch what you approved on its date. Launched Reports keeps it all.' },
]

/** What somebody new sees first, before the empty lists. */
export function FirstSteps({ onAssign }: { onAssign: () => void }) {
  return (
    <section className={styles.welcome} aria-label="How it works">
      <ol className={styles.steps}>
        {steps.map(({ title, text }, i) => (
          <li key={title} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {i + 1}
            </span>
            <h2 className={styles.title}>{title}</h2>
            <p className={styles.text}>{text}</p>
            {i === 0 && (
              <Button tone="quiet" size="small" className={styles.action} onClick={onAssign}>
                Assign your first task
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
