import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import styles from './ColourField.module.css'
import { describeContrast } from './describe-contrast.ts'
import { FieldFrame } from './Field.tsx'
import { isHexColour, readableTextColor } from './readable-text-color.ts'

interface ColourFieldProps extends ComponentProps<'input'> {
  label: string
  /** As it is entered: #rrggbb once it is whole. */
  value: string
  error: string | undefined
  note?: ReactNode
}

export const NOT_A_COLOUR = 'Enter # and six digits or letters from a to f, such as #1f6b4f'

/** A colour, picked or written, with how text reads on it. */
export function ColourField({ label, error, note, ...input }: ColourFieldProps) {
  const { value, onChange, readOnly } = input
  const toldId = useId()
  /** Half a colour is no mistake before it is left. */
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
              aria-describedby={[colour && toldId, control['aria-describedby']].filter(Boolean).join(' ')}
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
            <p id={toldId} className={styles.told}>
              {describeContrast(colour)}
            </p>
          )}
        </>
      )}
    </FieldFrame>
  )
}
