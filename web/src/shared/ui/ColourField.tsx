import { describeContrast, isHexColour, readableTextColor } from '@app/contracts/format/readable-text-color.ts'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import styles from './ColourField.module.css'
import { FieldFrame } from './Field.tsx'

interface ColourFieldProps extends ComponentProps<'input'> {
  label: string
  /** The entered text. A complete color is #rrggbb. */
  value: string
  error: string | undefined
  note?: ReactNode
}

export const NOT_A_COLOUR = 'Enter # and six digits or letters from a to f, such as #1f6b4f'

/** Field for a color, with a color picker and a text input. Shows which text color is readable on the color. */
export function ColourField({ label, error, note, ...input }: ColourFieldProps) {
  const { value, onChange, readOnly } = input
  const contrastId = useId()
  /** An incomplete color is reported only after the field has lost the focus. */
  const [isLeft, setLeft] = useState(false)
  const colour = isHexColour(value) ? value : undefined

  return (
    <FieldFrame label={label} note={note} error={error ?? (isLeft && !colour ? NOT_A_COLOUR : undefined)}>
      {(control) => (
        <>
          <span className={styles.box}>
            <input
              className={styles.swatch}
              type="color"
              aria-label={`Pick the ${label.toLowerCase()}`}
              value={colour ?? '#ffffff'}
              onChange={onChange}
              disabled={readOnly}
            />
            <input
              {...input}
              {...control}
              aria-describedby={[colour && contrastId, control['aria-describedby']].filter(Boolean).join(' ')}
              className={styles.code}
              type="text"
              maxLength={7}
              spellCheck={false}
              autoComplete="off"
              onFocus={() => setLeft(false)}
              onBlur={() => setLeft(true)}
            />
            <span
              className={styles.sample}
              style={colour ? { '--ground': colour, '--text': readableTextColor(colour) } : undefined}
              aria-hidden="true"
            >
              Aa
            </span>
          </span>
          {colour && (
            <p id={contrastId} className={styles.contrast}>
              {describeContrast(colour)}
            </p>
          )}
        </>
      )}
    </FieldFrame>
  )
}
