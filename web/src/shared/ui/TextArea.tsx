import type { ComponentProps } from 'react'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'
import styles from './TextArea.module.css'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'required'> & FieldTexts

/** Grows with its text where the browser can, and can be dragged taller everywhere. */
export function TextArea({ label, hint, error, required, ...textarea }: TextAreaProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} required={required}>
      {(control) => <textarea rows={3} {...textarea} {...control} className={`${control.className} ${styles.textarea}`} />}
    </FieldFrame>
  )
}
