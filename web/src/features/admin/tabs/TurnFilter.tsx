import type { Turn } from '@app/contracts/http/board.ts'
import { ChoiceChips } from '../board/ChoiceChips.tsx'
import { turnWords } from '../board/due-dates.ts'
import type { BoardCounts } from '../tabs.ts'

interface TurnFilterProps {
  turn: Turn | undefined
  counts: BoardCounts | undefined
  onChange: (turn: Turn | undefined) => void
}

/** Selects the Pending tasks of one turn. Shows the number of tasks of each turn. */
export const TurnFilter = ({ turn, counts, onChange }: TurnFilterProps) => (
  <ChoiceChips
    label="Whose turn it is"
    choices={[
      { value: undefined, words: 'All', count: counts?.tasks.Pending },
      { value: 'admin', words: turnWords.admin, count: counts?.turns.admin },
      { value: 'owner', words: turnWords.owner, count: counts?.turns.owner },
    ]}
    chosen={turn}
    onChoose={onChange}
  />
)
