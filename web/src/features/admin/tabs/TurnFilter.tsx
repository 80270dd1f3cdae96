import { formatNumber } from '@app/contracts/format/numbers.ts'
import type { Turn } from '@app/contracts/http/board.ts'
import { turnWords } from '../board/due-dates.ts'
import type { BoardCounts } from '../tabs.ts'
import styles from './TurnFilter.module.css'

interface TurnFilterProps {
  turn: Turn | undefined
  counts: BoardCounts | undefined
  onChange: (turn: Turn | undefined) => void
}

/** Selects the Pending tasks of one turn. Shows the number of tasks of each turn. */
export function TurnFilter({ turn, counts, onChange }: TurnFilterProps) {
  const choices: { value: Turn | undefined; words: string; count: number | undefined }[] = [
    { value: undefined, words: 'All', count: counts?.tasks.Pending },
    { value: 'admin', words: turnWords.admin, count: counts?.turns?.admin },
    { value: 'owner', words: turnWords.owner, count: counts?.turns?.owner },
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={styles.turns} role="group" aria-label="Whose turn it is">
      {choices.map(({ value, words, count }) => (
        <button key={words} type="button" className={styles.turn} aria-pressed={value === turn} onClick={() => onChange(value)}>
          {words} {count !== undefined && <span className={styles.count}>{formatNumber(count)}</span>}
        </button>
      ))}
    </div>
  )
}
