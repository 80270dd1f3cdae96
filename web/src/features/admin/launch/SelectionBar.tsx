import type { BoardTask } from '@app/contracts/http/board.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Checkbox } from '../../../shared/ui/Checkbox.tsx'
import styles from './SelectionBar.module.css'
import type { Selection } from './use-selection.ts'

interface SelectionBarProps<T extends BoardTask> {
  /** The accessible name of the bar. */
  label: string
  selection: Selection<T>
  /** Number of tasks in the list. */
  listed: number
  /** Maximum number of tasks that can be selected. */
  max: number
  /** Words of the button. */
  action: string
  onAct: () => void
}

/** A bar at the bottom of the window that selects all tasks of a list, with the button for the selected tasks. */
export function SelectionBar<T extends BoardTask>({ label, selection, listed, max, action, onAct }: SelectionBarProps<T>) {
  const { selected, selectable, selectAll, clear } = selection
  if (listed === 0) return null
  const isAll = selected.length > 0 && selected.length === selectable
  return (
    <section className={styles.bar} aria-label={label}>
      <Checkbox
        label={listed > max ? `Select the first ${max}` : 'Select all'}
        checked={isAll}
        ref={(input) => {
          if (input) input.indeterminate = selected.length > 0 && !isAll
        }}
        onChange={isAll ? clear : selectAll}
      />
      <span className={styles.count} role="status">
        {selected.length > 0 && `${selected.length} selected`}
      </span>
      <Button disabled={selected.length === 0} onClick={onAct}>
        {action}
      </Button>
    </section>
  )
}
