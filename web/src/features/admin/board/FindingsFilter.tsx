import { formatNumber } from '@app/contracts/format/numbers.ts'
import { LAUNCH_COUNT_MAX } from '@app/contracts/http/board.ts'
import { ChoiceChips, ChoiceLink } from './ChoiceChips.tsx'

/** The list of all tasks with open findings. */
export const FINDINGS_LIST = '?tab=total&findings=true'

/** The count stops at a number. */
export const findingsInWords = (count: number): string => (count >= LAUNCH_COUNT_MAX ? `${formatNumber(count)}+` : formatNumber(count))

interface FindingsFilterProps {
  isChosen: boolean
  /** Number of tasks with open findings. Undefined while it loads. */
  count: number | undefined
  onChange: (findings: 'true' | undefined) => void
}

/** Selects the tasks whose preview has open findings. */
export const FindingsFilter = ({ isChosen, count, onChange }: FindingsFilterProps) => (
  <ChoiceChips
    label="Tasks with findings"
    choices={[
      { value: undefined, words: 'All tasks' },
      { value: 'true', words: 'Findings', count },
    ]}
    chosen={isChosen ? 'true' : undefined}
    onChoose={onChange}
  />
)

/** Leads to the list of all tasks with open findings. Shows nothing if there are none. */
export const FindingsLink = ({ count = 0 }: { count: number | undefined }) =>
  count > 0 && <ChoiceLink to={FINDINGS_LIST} words="Findings" count={findingsInWords(count)} />
