import { Check } from 'lucide-react'
import styles from './Stepper.module.css'

interface StepperProps {
  /** What the steps lead to. */
  label: string
  steps: readonly string[]
  /** The one that is being done, from 0; all are done at the number of steps. */
  current: number
}

/** How far somebody has come: what is done, what is being done and what is to come. Narrow, it is words and a bar. */
export function Stepper({ label, steps, current }: StepperProps) {
  const isDone = current >= steps.length
  return (
    <div className={styles.frame}>
      <p className={styles.told} aria-live="polite">
        {isDone ? `All ${steps.length} steps are done` : `Step ${current + 1} of ${steps.length}`}
        {!isDone && <span className={styles.name}>: {steps[current]}</span>}
      </p>
      <ol className={styles.steps} aria-label={label}>
        {steps.map((step, at) => (
          <li key={step} className={styles.step} data-done={at < current || undefined} aria-current={at === current ? 'step' : undefined}>
            <span className={styles.mark} aria-hidden="true">
              {at < current ? <Check /> : at + 1}
            </span>
            <span className={styles.word}>
              {step}
              {at < current && <span className={styles.hidden}> (done)</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
