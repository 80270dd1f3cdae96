import type { ComponentProps } from 'react'
import { FieldFrame } from '../../../shared/ui/Field.tsx'
import styles from './ColourField.module.css'

interface ColourFieldProps extends ComponentProps<'input'> {
  label: string
  /** The chosen colour as #rrggbb. */
  value: string
  error: string | undefined
}

export function ColourField({ label, error, ...input }: ColourFieldProps) {
  return (
    <FieldFrame label={label} error={error}>
      {(control) => (
        <span className={styles.box}>
          <input {...input} {...control} className={styles.swatch} type="color" />
          <span className={styles.code} aria-hidden="true">
            {input.value}
          </span>
        </span>
      )}
    </FieldFrame>
  )
}
