import type { ReactNode } from 'react'
import { InlineSelect } from '../../../shared/ui/InlineSelect.tsx'
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
        <InlineSelect label="Sort" value={sort ?? 'default'} onChoose={setSort}>
          {Object.entries(sorts).map(([value, word]) => (
            <option key={value} value={value}>
              {String(word)}
              {isReversed && value === (sort ?? 'default') && ' (reversed)'}
            </option>
          ))}
        </InlineSelect>
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
