import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useFormContext } from '../../shared/form/Form.tsx'
import { FieldFrame } from '../../shared/ui/Field.tsx'
import type { FieldWords } from './field-parts.ts'
import type { ProfileForm } from './profile-form.ts'
import styles from './StateField.module.css'

const HIDE_MS = 150

const stateCodes =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  )

/** Suggests the 50 US state codes. Accepts other text, too, for companies outside the US. */
export function StateField({ label = 'State', note }: FieldWords) {
  const { text, set } = useFormContext<ProfileForm>()
  const { error, ...field } = text('state')
  const [open, setOpen] = useState(false)
  const [highlight, setHighlight] = useState(-1)
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const suggestions = suggestStates(field.value)
  const shown = open && suggestions.length > 0
  const optionId = (at: number) => `${listId}-${at}`

  useEffect(() => () => clearTimeout(hiding.current), [])
  useEffect(() => {
    if (shown && highlight >= 0) list.current?.children[highlight]?.scrollIntoView({ block: 'nearest' })
  }, [shown, highlight])

  function show(): void {
    clearTimeout(hiding.current)
    setOpen(true)
  }

  function hide(): void {
    setOpen(false)
    setHighlight(-1)
  }

  function pick(code: string): void {
    set({ state: code })
    hide()
  }

  function press(event: KeyboardEvent): void {
    const code = shown ? suggestions[highlight] : undefined
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      show()
      setHighlight(moveHighlight(highlight, suggestions.length, event.key === 'ArrowDown' ? 1 : -1))
    } else if (event.key === 'Enter' && code) pick(code)
    else if (event.key === 'Escape' && shown) hide()
    else return
    event.preventDefault()
  }

  return (
    <div className={styles.anchor}>
      <FieldFrame label={label} note={note} error={error}>
        {(control) => (
          <input
            {...field}
            {...control}
            type="text"
            role="combobox"
            // Prevents the browser's own suggestions from covering our list.
            autoComplete="off"
            maxLength={50}
            aria-expanded={shown}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={shown && highlight >= 0 ? optionId(highlight) : undefined}
            onChange={(event) => {
              field.onChange(event)
              setHighlight(-1)
              show()
            }}
            onFocus={show}
            onClick={show}
            onKeyDown={press}
            onBlur={() => {
              hiding.current = setTimeout(hide, HIDE_MS)
            }}
          />
        )}
      </FieldFrame>
      {/* Keeps the focus in the combobox during a press on the list, so that the list stays open. */}
      <div
        ref={list}
        id={listId}
        className={styles.list}
        role="listbox"
        aria-label="States"
        hidden={!shown}
        onMouseDown={(event) => event.preventDefault()}
      >
        {suggestions.map((code, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
          <div
            key={code}
            id={optionId(at)}
            className={styles.option}
            role="option"
            tabIndex={-1}
            aria-selected={at === highlight}
            data-current={code === field.value.toUpperCase() || undefined}
            onClick={() => pick(code)}
          >
            {code}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Returns the state codes that start with the typed text. Returns all codes for an empty text and for a complete code. */
export function suggestStates(typed: string): readonly string[] {
  const start = typed.trim().toUpperCase()
  if (stateCodes.includes(start)) return stateCodes
  return stateCodes.filter((code) => code.startsWith(start))
}

/** Returns the index of the suggestion to highlight after an arrow key. Wraps around at both ends; -1 means no highlight. */
export function moveHighlight(at: number, count: number, step: 1 | -1): number {
  if (count === 0) return -1
  if (at === -1) return step === 1 ? 0 : count - 1
  return (at + step + count) % count
}
