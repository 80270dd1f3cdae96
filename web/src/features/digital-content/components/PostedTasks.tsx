import type { Task } from '@app/contracts/http/tasks.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { PostedDrawing } from '../../../shared/ui/drawings.tsx'
import { toast } from '../toasts.ts'
import { EMPTY_ROW, Row } from './Row.tsx'
import { TaskCard } from './TaskCard.tsx'
import TaskDetail from './TaskDetail.tsx'

const FAILURE = 'Error loading launched tasks'

/** The window of launched tasks; one of them opens over it. */
export default function PostedTasks({ tasks, onClose }: { tasks: UseQueryResult<Task[]>; onClose: () => void }) {
  const [openedId, open] = useState<string>()
  const opened = tasks.data?.find(({ _id }) => _id === openedId)

  useEffect(() => {
    if (tasks.isLoadingError) toast.failed(FAILURE)
  }, [tasks.isLoadingError])

  return (
    <Dialog title="Posted Tasks" wide onClose={onClose}>
      <Row
        label="Posted tasks"
        tasks={tasks}
        belongs={({ currentStatus }) => currentStatus === 'Posted'}
        card={(task) => <TaskCard task={task} action="Preview" onAct={() => open(task._id)} />}
        empty={EMPTY_ROW}
        drawing={<PostedDrawing />}
        failure={FAILURE}
      />
      {opened && <TaskDetail task={opened} onClose={() => open(undefined)} />}
    </Dialog>
  )
}
