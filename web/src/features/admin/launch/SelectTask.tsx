import type { BoardTask } from '@app/contracts/http/board.ts'
import { SelectItem } from '../board/SelectItem.tsx'
import type { Selection } from './use-selection.ts'

interface SelectTaskProps {
  task: BoardTask
  selection: Pick<Selection<BoardTask>, 'has' | 'toggle'>
}

/** The checkbox with which a task of a list is selected. */
export const SelectTask = ({ task: { _id, taskId, title }, selection }: SelectTaskProps) => (
  <SelectItem label={`Select #${taskId} ${title}`} checked={selection.has(_id)} onToggle={() => selection.toggle(_id)} />
)
