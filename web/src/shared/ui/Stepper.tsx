import { Check } from 'lucide-react'
import styles from './Stepper.module.css'

interface StepperProps {
  steps: readonly string[]
  /** Index of the step being done; `steps.length` when all are. */
  current: number
}

export function Stepper({ steps, current }: StepperProps) {
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={styles.step}
          data-done={index < current || undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={styles.mark}>{index < current ? <Check aria-label="Done:" /> : index + 1}</span>
          {step}
        </li>
      ))}
    </ol>
  )
}
