import { RESET_CODE_LENGTH } from '@app/contracts/rules/reset-code.ts'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { FieldError } from '../../shared/ui/Field.tsx'
import { type Entry, enterText, eraseBack, moveTo, pasteText } from './code-entry.ts'
import styles from './password-reset.module.css'

interface CodeInputProps {
  label: string
  boxes: readonly string[]
  onChange: (boxes: readonly string[]) => void
  error?: string
}

/** One box a character; typing moves on, arrows and backspace move, a pasted code fills all. */
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
    <fieldset aria-describedby={errorId}>
      <legend className={styles.legend}>{label}</legend>
      <div ref={row} className={styles.row}>
        {Array.from({ length: RESET_CODE_LENGTH }, (_, at) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
            key={at}
            className={styles.box}
            type="text"
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            autoCapitalize="characters"
            spellCheck={false}
            aria-label={`Character ${at + 1} of ${RESET_CODE_LENGTH}`}
            aria-invalid={error ? true : undefined}
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
          />
        ))}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  )
}

/** Its text selected, so that the next character replaces it. */
function focusBox(row: HTMLElement | null, at: number): void {
  const box = row?.querySelectorAll('input')[at]
  box?.focus()
  box?.select()
}
