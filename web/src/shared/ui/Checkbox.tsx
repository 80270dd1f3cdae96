import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './Checkbox.module.css'
import { FieldError } from './Field.tsx'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  hint?: ReactNode
  /** A switch is for a setting that takes effect at once or shows more fields. A checkbox is for an answer in a form. */
  look?: 'checkbox' | 'switch'
}

export function Checkbox({ label, hint, look = 'checkbox', ...input }: CheckboxProps) {
  const hintId = useId()
  return (
    <label className={styles.row}>
      <input
        {...input}
        className={styles[look]}
        type="checkbox"
        role={look === 'switch' ? 'switch' : undefined}
        aria-describedby={hint ? hintId : undefined}
      />
      <span>
        {label}
        {hint && (
          <span className={styles.hint} id={hintId}>
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}

interface ChipGroupProps {
  legend: ReactNode
  hint?: ReactNode
  error?: string
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

interface ChipToggleProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string
  icon?: ReactNode
}

export function ChipToggle({ label, icon, ...input }: ChipToggleProps) {
  return (
    <label className={styles.chip}>
      <input {...input} className={styles.input} type="checkbox" />
      {icon}
      {label}
    </label>
  )
}
