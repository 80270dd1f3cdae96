import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId } from 'react'
import { IconButton } from './Button.tsx'
import styles from './SearchBox.module.css'

interface SearchBoxProps {
  label: string
  placeholder?: string
  search: {
    term: string
    setTerm: (term: string) => void
    clear: () => void
    /** The number of results as text; empty without a search term. */
    message: string
    input: RefObject<HTMLInputElement | null>
  }
  /** Puts the number of results beside the field and hides the label, except for screen readers. */
  inLine?: boolean
}

/** A search field that looks like a `Field` but is not part of a form. */
export default function SearchBox({ label, placeholder, search, inLine = false }: SearchBoxProps) {
  const { term, setTerm, clear, message, input } = search
  const id = useId()

  function clearByKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !term) return
    // Escape must not close a dialog around the field.
    event.preventDefault()
    clear()
  }

  return (
    <div className={styles.search} data-in-line={inLine || undefined}>
      <div className={styles.field}>
        <label className={inLine ? 'visually-hidden' : styles.label} htmlFor={id}>
          {label}
        </label>
        <div className={styles.box}>
          <Search className={styles.icon} aria-hidden="true" />
          <input
            id={id}
            ref={input}
            className={styles.input}
            type="search"
            autoComplete="off"
            placeholder={placeholder}
            value={term}
            onChange={({ currentTarget }) => setTerm(currentTarget.value)}
            onKeyDown={clearByKey}
          />
          {term && <IconButton className={styles.clear} label="Clear" icon={<X />} onClick={clear} />}
        </div>
      </div>
      <p className={styles.message} role="status">
        {message}
      </p>
    </div>
  )
}
