import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './Checkbox.module.css'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  hint?: ReactNode
  /** A switch takes effect at once or reveals something; a check box is one answer in a form. */
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
