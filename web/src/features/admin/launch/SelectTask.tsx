import type { BoardTask } from '@app/contracts/http/board.ts'
import { Checkbox } from '../../../shared/ui/Checkbox.tsx'
import styles from './SelectTask.module.css'
import type { Selection } from './use-selection.ts'

/** The checkbox with which a task of a list is selected. It is above the link that covers the card or the row. */
export function SelectTask({ task: { _id, taskId, title }, selection }: { task: BoardTask; selection: Pick<Selection, 'has' | 'toggle'> }) {
  return (
    <span className={styles.select}>
      <Checkbox
        label={<span className="visually-hidden">{`Select #${taskId} ${title}`}</span>}
        checked={selection.has(_id)}
        onChange={() => selection.toggle(_id)}
      />
    </span>
  )
}
