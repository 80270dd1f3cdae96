import { type ComponentProps, useId, useState } from 'react'
import styles from './ColourField.module.css'
import { FieldFrame } from './Field.tsx'
import { contrast, isHexColour, readableOn } from './readable-on.ts'

interface ColourFieldProps extends ComponentProps<'input'> {
  label: string
  /** As it is entered: #rrggbb once it is whole. */
  value: string
  error: string | undefined
}

export const NOT_A_COLOUR = 'Enter # and six digits or letters from a to f, such as #1f6b4f'
/** What WCAG asks of text. */
const READABLE = 4.5

/** A colour, picked or written, with how text reads on it. */
export function ColourField({ label, error, ...input }: ColourFieldProps) {
  const { value, onChange, readOnly } = input
  const toldId = useId()
  /** Half a colour is no mistake before it is left. */
  const [isLeft, setLeft] = useState(false)
  const colour = isHexColour(value) ? value : undefined

  return (
    <FieldFrame label={label} error={error ?? (isLeft && !colour ? NOT_A_COLOUR : undefined)}>
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
              style={colour ? { '--ground': colour, '--text': readableOn(colour) } : undefined}
              aria-hidden="true"
            >
              Aa
            </span>
          </span>
          {colour && (
            <p id={toldId} className={styles.told}>
              {readingOn(colour)}
            </p>
          )}
        </>
      )}
    </FieldFrame>
  )
}

function readingOn(colour: string): string {
  const ratio = (text: string) => `${Math.floor(contrast(colour, text) * 10) / 10} to 1`
  if (contrast(colour, '#ffffff') >= READABLE) return `White text on it reads well: ${ratio('#ffffff')}.`
  return `Black text on it reads well: ${ratio('#000000')}. White is hard to read: ${ratio('#ffffff')}.`
}
