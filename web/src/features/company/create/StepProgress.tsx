import { Check } from 'lucide-react'
import styles from './StepProgress.module.css'
import { steps } from './steps.ts'

/** Line with the titles of all steps. `at` is the index of the current step. */
export function StepProgress({ at }: { at: number }) {
  return (
    <ol className={styles.line} aria-label={`Step ${at + 1} of ${steps.length}`}>
      {steps.map(({ name, title }, place) => (
        <li key={name} className={styles.step} data-reached={place <= at || undefined} aria-current={place === at ? 'step' : undefined}>
          <span className={styles.number} aria-hidden="true">
            {place < at ? <Check /> : place + 1}
          </span>
          <span>
            {title}
            {place < at && <span className="visually-hidden"> (done)</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
