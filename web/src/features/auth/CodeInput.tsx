import { RESET_CODE_LENGTH } from '@app/contracts/rules/reset-code.ts'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { FieldError } from '../../shared/ui/Field.tsx'
import styles from './password-reset.module.css'

interface CodeInputProps {
  label: string
  boxes: readonly string[]
  onChange: (boxes: readonly string[]) => void
  error?: string
}

/** An input with one box per character. Arrow keys and Backspace move between the boxes. */
export function CodeInput({ label, boxes, onChange, error }: CodeInputProps) {
  const row = useRef<HTMLDivElement>(null)
  const errorId = useId()
  useEffect(() => focusBox(row.current, 0), [])

  function take({ boxes, at }: Entry): void {
    onChange(boxes)
    focusBox(row.current, at)
  }

  function press(event: KeyboardEvent, at: number): void {
    const to = moveTo(at, event.key)
    if (to === undefined && event.key !== 'Backspace') return
    event.preventDefault()
    if (to === undefined) take(eraseBack({ boxes, at }))
    else focusBox(row.current, to)
  }

  return (
    <fieldset>
      <legend className={styles.legend}>{label}</legend>
      <div ref={row} className={styles.row}>
        {Array.from({ length: RESET_CODE_LENGTH }, (_, at) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is identified by its position
            key={at}
            className={styles.box}
            type="text"
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            autoCapitalize="characters"
            spellCheck={false}
            aria-label={`Character ${at + 1} of ${RESET_CODE_LENGTH}`}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            value={boxes[at]}
            onChange={({ currentTarget }) => {
              const typed = currentTarget.value
              take(typed ? enterText({ boxes, at }, typed) : { boxes: boxes.with(at, ''), at })
            }}
            onKeyDown={(event) => press(event, at)}
            onPaste={(event) => {
              event.preventDefault()
              take(pasteText({ boxes, at }, event.clipboardData.getData('text')))
            }}
            onFocus={(event) => event.currentTarget.select()}
            // Selects the character. Otherwise a click places the cursor beside the character, and typing adds a second one.
            onMouseUp={(event) => {
              event.preventDefault()
              event.currentTarget.select()
            }}
          />
        ))}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  )
}

/** Focuses a box with its text selected, so that the next character replaces it. */
function focusBox(row: HTMLElement | null, at: number): void {
  const box = row?.querySelectorAll('input')[at]
  box?.focus()
  box?.select()
}

interface Entry {
  /** One character per box, '' for an empty box. */
  boxes: readonly string[]
  /** Index of the box that gets the focus. */
  at: number
}

const LAST = RESET_CODE_LENGTH - 1

export const emptyBoxes: readonly string[] = Array.from({ length: RESET_CODE_LENGTH }, () => '')

const withinBoxes = (at: number): number => Math.min(Math.max(at, 0), LAST)

/** Enters typed or pasted text, starting at box `at`. Spaces and dashes are removed. Each box gets one character. */
export function enterText({ boxes, at }: Entry, text: string): Entry {
  const characters = [...text.toUpperCase()].filter((character) => !/[\s-]/.test(character)).slice(0, boxes.length - at)
  return { boxes: boxes.map((old, box) => characters[box - at] ?? old), at: withinBoxes(at + characters.length) }
}

/** A complete code fills all boxes. A shorter text fills the boxes from the current box on. */
export function pasteText({ boxes, at }: Entry, text: string): Entry {
  const whole = text.replaceAll(/[\s-]/g, '').length >= RESET_CODE_LENGTH
  return enterText(whole ? { boxes: emptyBoxes, at: 0 } : { boxes, at }, text)
}

/** Clears the current box, or the previous one if the current box is empty. */
export function eraseBack({ boxes, at }: Entry): Entry {
  const erased = boxes[at] ? at : withinBoxes(at - 1)
  return { boxes: boxes.with(erased, ''), at: erased }
}

/** Returns the box to which the left arrow, right arrow, Home or End key moves the focus. Returns `undefined` for all other keys. */
export function moveTo(at: number, key: string): number | undefined {
  if (key === 'ArrowLeft') return withinBoxes(at - 1)
  if (key === 'ArrowRight') return withinBoxes(at + 1)
  if (key === 'Home') return 0
  if (key === 'End') return LAST
  return undefined
}
