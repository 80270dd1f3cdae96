import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styles from './FieldFrame.module.css'

export interface FieldTexts {
  label: ReactNode
  hint?: ReactNode
  error?: string
  required?: boolean
}

interface ControlProps {
  id: string
  className: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
  'aria-required': boolean | undefined
}

interface FieldFrameProps extends FieldTexts {
  /** Draws the control; the given props tie it to its label, hint and error. */
  children: (control: ControlProps) => ReactNode
}

/** Label above, hint, error below with an icon: what every form control here stands in. */
export function FieldFrame({ label, hint, error, required, children }: FieldFrameProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ')

  return (
    <div className={styles.frame}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {required && (
          <span className={styles.required} aria-hidden="true">
            *
          </span>
        )}
      </label>
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
      {children({
        id,
        className: styles.control ?? '',
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}

/** Always in the page, so that a message appearing in it is read out. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  return (
    <p className={styles.error} id={id} aria-live="polite">
      {children && (
        <>
          <CircleAlert aria-hidden="true" />
          <span>{children}</span>
        </>
      )}
    </p>
  )
}
