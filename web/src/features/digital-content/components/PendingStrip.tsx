import type { Task } from '@app/contracts/http/tasks.ts'
import { canReview } from '@app/contracts/rules/task-status.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { FirstTaskDrawing } from '../../../shared/ui/drawings.tsx'
import { PENDING_FAILURE } from '../load-failure.ts'
import { Row } from './Row.tsx'
import { TaskCard } from './TaskCard.tsx'

/** Every task that is neither approved nor posted; those that wait for their owner stand first. */
export function PendingStrip({ tasks, onView }: { tasks: UseQueryResult<Task[]>; onView: (task: Task) => void }) {
  return (
    <Row
      title="Pending"
      label="Pending tasks"
      tasks={tasks}
      belongs={({ currentStatus }) => currentStatus !== 'Approved' && currentStatus !== 'Posted'}
      first={canReview}
      card={(task) => <TaskCard task={task} numberLabel="Task id: " action="View" onAct={() => onView(task)} />}
      empty="Click above to add your task!"
      drawing={<FirstTaskDrawing />}
      failure={PENDING_FAILURE}
    />
  )
}
