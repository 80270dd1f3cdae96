import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import SearchBox from '../../../shared/ui/SearchBox.tsx'
import styles from './BoardTools.module.css'
import { ManagerFilter } from './ManagerFilter.tsx'
import { type Found, resultText } from './result-text.ts'
import type { ListOptions } from './use-list-options.ts'
import type { View } from './use-view.ts'

interface BoardToolsProps {
  label: string
  placeholder: string
  listOptions: ListOptions
  /** `undefined` while the results load. */
  found: Found | undefined
  /** Further buttons. */
  actions?: ReactNode
}

export default function BoardTools({ label, placeholder, listOptions, found, actions }: BoardToolsProps) {
  const { search, sorts, sort, isReversed, setSort, view, setView } = listOptions
  return (
    <div className={styles.tools}>
      <SearchBox inLine label={label} placeholder={placeholder} search={{ ...search, message: resultText(search.wanted, found) }} />
      <ManagerFilter />
      {Object.keys(sorts).length > 1 && (
        <label className={styles.sort}>
          Sort
          <span className={styles.selectBox}>
            <select className={styles.select} value={sort ?? 'default'} onChange={({ currentTarget }) => setSort(currentTarget.value)}>
              {Object.entries(sorts).map(([value, word]) => (
                <option key={value} value={value}>
                  {String(word)}
                  {isReversed && value === (sort ?? 'default') && ' (reversed)'}
                </option>
              ))}
            </select>
            <ChevronDown className={styles.chevron} aria-hidden="true" />
          </span>
        </label>
      )}
      {view && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
        <div className={styles.views} role="group" aria-label="View">
          {views.map(({ id, word }) => (
            <button key={id} type="button" className={styles.view} aria-pressed={id === view} onClick={() => setView(id)}>
              {word}
            </button>
          ))}
        </div>
      )}
      {actions}
    </div>
  )
}

const views: readonly { id: View; word: string }[] = [
  { id: 'cards', word: 'Cards' },
  { id: 'dense', word: 'Compact' },
]
