import { type ReactNode, useId } from 'react'
import styles from './ChipGroup.module.css'
import { FieldError } from './FieldFrame.tsx'

interface ChipGroupProps {
  legend: ReactNode
  hint?: ReactNode
  error?: string
  /** `ChipToggle`s. */
  children: ReactNode
}

export function ChipGroup({ legend, hint, error, children }: ChipGroupProps) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      <div className={styles.chips}>{children}</div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  )
}
