import { ChevronDown, CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './Field.module.css'

export interface FieldTexts {
  label: ReactNode
  hint?: ReactNode
  error?: string
  note?: ReactNode
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
  /** Renders the control. The props connect it to its label, hint and error. */
  children: (control: ControlProps) => ReactNode
}

/** Frame of all form controls: label and hint above, error with an icon below. */
export function FieldFrame({ label, hint, error, note, required, children }: FieldFrameProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const noteId = `${id}-note`
  const errorId = `${id}-error`
  const describedBy = [hint && hintId, note && noteId, error && errorId].filter(Boolean).join(' ')

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
      {note && (
        <p className={styles.hint} id={noteId}>
          {note}
        </p>
      )}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}

/** Error message of a field. The element is always in the page, so that screen readers announce a message that appears in it. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  return (
    <p className={styles.error} id={id} aria-live="polite" data-field-error="">
      {children && (
        <>
          <CircleAlert aria-hidden="true" />
          <span>{children}</span>
        </>
      )}
    </p>
  )
}

type FieldProps = Omit<ComponentProps<'input'>, 'required'> & FieldTexts

/** Text input with a label. `required` only marks the field, also for assistive technology. The form must validate the value. */
export function Field({ label, hint, error, note, required, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} note={note} required={required}>
      {(control) => <input type="text" {...input} {...control} />}
    </FieldFrame>
  )
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'required'> & FieldTexts

/** Multi-line text input. It grows with its text if the browser supports this. Users can resize it. */
export function TextArea({ label, hint, error, note, required, ...textarea }: TextAreaProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} note={note} required={required}>
      {(control) => <textarea rows={3} {...textarea} {...control} className={`${control.className} ${styles.textarea}`} />}
    </FieldFrame>
  )
}

type DateFieldProps = Omit<ComponentProps<'input'>, 'required' | 'type'> & FieldTexts

/** Date input of the browser. The value, `min` and `max` are `YYYY-MM-DD`. */
export function DateField({ label, hint, error, required, ...input }: DateFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} required={required}>
      {(control) => <input {...input} {...control} className={`${control.className} ${styles.date}`} type="date" />}
    </FieldFrame>
  )
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'required' | 'children'>, FieldTexts {
  options: readonly { value: string; label: string }[]
}

export function Select({ label, hint, error, note, required, options, ...select }: SelectProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} note={note} required={required}>
      {(control) => (
        <div className={styles.selectBox}>
          <select {...select} {...control} className={`${control.className} ${styles.select}`}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className={styles.chevron} aria-hidden="true" />
        </div>
      )}
    </FieldFrame>
  )
}

export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.groupTitle}>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  )
}

export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}
