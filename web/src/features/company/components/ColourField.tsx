import type { ComponentProps } from 'react'
import { FieldFrame } from '../../../shared/ui/FieldFrame.tsx'
import styles from './ColourField.module.css'

interface ColourFieldProps extends ComponentProps<'input'> {
  label: string
  /** The chosen colour as #rrggbb. */
  colour: string
}

export function ColourField({ label, colour, ...input }: ColourFieldProps) {
  return (
    <FieldFrame label={label}>
      {(control) => (
        <span className={styles.box}>
          <input {...input} {...control} className={styles.swatch} type="color" />
          <span className={styles.code} aria-hidden="true">
            {colour}
          </span>
        </span>
      )}
    </FieldFrame>
  )
}
