import { BOARD_SEARCH_MAX } from '@app/contracts/http/board.ts'
import { Search } from 'lucide-react'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import styles from './PaletteField.module.css'

interface PaletteFieldProps extends ComponentProps<'input'> {
  term: string
  onTerm: (term: string) => void
}

/** The field of the palette. It takes the focus when it appears, with the cursor at the end of the text. */
export function PaletteField({ term, onTerm, ...input }: PaletteFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const input = field.current
    input?.focus()
    input?.setSelectionRange(input.value.length, input.value.length)
  }, [])
  return (
    <div className={styles.field}>
      <Search className={styles.icon} aria-hidden="true" />
      <input
        ref={field}
        className={styles.input}
        data-autofocus=""
        type="text"
        role="combobox"
        aria-label="Search companies, tasks, campaigns and tabs"
        aria-autocomplete="list"
        aria-expanded={false}
        autoComplete="off"
        spellCheck={false}
        maxLength={BOARD_SEARCH_MAX}
        placeholder="Company, task, campaign or tab"
        value={term}
        onChange={({ currentTarget }) => onTerm(currentTarget.value)}
        {...input}
      />
    </div>
  )
}
