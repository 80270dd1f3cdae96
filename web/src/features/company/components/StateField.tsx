import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { FieldFrame } from '../../../shared/ui/FieldFrame.tsx'
import type { ProfileForm } from '../profile-form.ts'
import { moveHighlight, suggestStates } from '../state-suggestions.ts'
import styles from './StateField.module.css'

const HIDE_MS = 150

/** Type-ahead of the 50 state codes; other text stands too, for companies elsewhere. */
export function StateField() {
  const { field, fieldState } = useController<ProfileForm, 'state'>({ name: 'state' })
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
    field.onChange(code)
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
      <FieldFrame label="State" error={fieldState.error?.message}>
        {(control) => (
          <input
            {...control}
            ref={field.ref}
            type="text"
            role="combobox"
            name="state"
            // Not the browser's own list on top of ours.
            autoComplete="off"
            maxLength={50}
            aria-expanded={shown}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={shown && highlight >= 0 ? optionId(highlight) : undefined}
            value={field.value}
            onChange={({ currentTarget }) => {
              field.onChange(currentTarget.value)
              setHighlight(-1)
              show()
            }}
            onFocus={show}
            onClick={show}
            onKeyDown={press}
            onBlur={() => {
              field.onBlur()
              hiding.current = setTimeout(hide, HIDE_MS)
            }}
          />
        )}
      </FieldFrame>
      {/* However long a press lasts, the focus stays in the combobox, and the list open. */}
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
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the combobox, which names the option with aria-activedescendant
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
