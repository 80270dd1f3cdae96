import type { ComponentProps } from 'react'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'

type FieldProps = Omit<ComponentProps<'input'>, 'required'> & FieldTexts

/** A line of text with its label. `required` marks it and tells assistive technology; checking is the form's. */
export function Field({ label, hint, error, required, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} required={required}>
      {(control) => <input type="text" {...input} {...control} />}
    </FieldFrame>
  )
}
