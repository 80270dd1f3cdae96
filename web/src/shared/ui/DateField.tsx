import type { ComponentProps } from 'react'
import styles from './DateField.module.css'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'

type DateFieldProps = Omit<ComponentProps<'input'>, 'required' | 'type'> & FieldTexts

/** The browser's own date input; values, `min` and `max` are `YYYY-MM-DD`. */
export function DateField({ label, hint, error, required, ...input }: DateFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} required={required}>
      {(control) => <input {...input} {...control} className={`${control.className} ${styles.date}`} type="date" />}
    </FieldFrame>
  )
}
