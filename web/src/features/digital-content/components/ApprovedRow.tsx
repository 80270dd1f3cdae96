import type { Task } from '@app/contracts/http/tasks.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { ChecklistDrawing } from '../../../shared/ui/drawings.tsx'
import { loadFailure } from '../load-failure.ts'
import { EMPTY_ROW } from './empty-row.ts'
import { Row } from './Row.tsx'
import { TaskCard } from './TaskCard.tsx'

export function ApprovedRow({ tasks, onPreview }: { tasks: UseQueryResult<Task[]>; onPreview: (task: Task) => void }) {
  return (
    <Row
      title="Approved & Yet to launch"
      label="Approved tasks"
      tasks={tasks}
      belongs={({ currentStatus }) => currentStatus === 'Approved'}
      card={(task) => <TaskCard task={task} action="Preview" onAct={() => onPreview(task)} />}
      empty={EMPTY_ROW}
      drawing={<ChecklistDrawing />}
      failure={loadFailure(tasks.error) ?? ''}
    />
  )
}
