import { Search, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { IconButton } from './Button.tsx'
import { FieldFrame } from './Field.tsx'
import styles from './SearchBox.module.css'
import type { SearchOf } from './use-search.ts'

interface SearchBoxProps {
  label: string
  placeholder?: string
  search: SearchOf<WeakKey>
}

export default function SearchBox({ label, placeholder, search }: SearchBoxProps) {
  const { term, setTerm, clear, found, wanted, of, input } = search

  function clearByKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !term) return
    // A window around it stays open.
    event.preventDefault()
    clear()
  }

  return (
    <div className={styles.search}>
      <FieldFrame label={label}>
        {(control) => (
          <div className={styles.box}>
            <Search className={styles.icon} aria-hidden="true" />
            <input
              {...control}
              ref={input}
              className={`${control.className} ${styles.input}`}
              type="search"
              autoComplete="off"
              placeholder={placeholder}
              value={term}
              onChange={({ currentTarget }) => setTerm(currentTarget.value)}
              onKeyDown={clearByKey}
            />
            {term && <IconButton className={styles.clear} label="Clear" icon={<X />} onClick={clear} />}
          </div>
        )}
      </FieldFrame>
      <p className={styles.told} role="status">
        {wanted && `(${found.length} of ${of} results for "${wanted}")`}
      </p>
    </div>
  )
}
