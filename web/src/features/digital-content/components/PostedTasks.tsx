import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { PostedDrawing } from '../../../shared/ui/drawings.tsx'
import { LoadedRow } from '../../../shared/ui/LoadedRow.tsx'
import { EmptyState } from '../../../shared/ui/states.tsx'
import { toast } from '../toasts.ts'
import { byPosting } from '../urgency.ts'
import { TaskCard } from './TaskCard.tsx'
import TaskDetail from './TaskDetail.tsx'

const FAILURE = 'Error loading launched tasks'

interface PostedTasksProps {
  tasks: UseQueryResult<Task[]>
  profile: CompanyProfile
  empty: string
  onClose: () => void
}

export default function PostedTasks({ tasks, profile, empty, onClose }: PostedTasksProps) {
  const posted = byPosting((tasks.data ?? []).filter(({ currentStatus }) => currentStatus === 'Posted'))
  const [openedId, open] = useState<string>()
  const opened = tasks.data?.find(({ _id }) => _id === openedId)

  useEffect(() => {
    if (tasks.isLoadingError) toast.failed(FAILURE)
  }, [tasks.isLoadingError])

  return (
    <Dialog title="Posted Tasks" wide onClose={onClose}>
      <LoadedRow
        cards="task"
        label="Posted tasks"
        step={350}
        query={tasks}
        failure={FAILURE}
        empty={<EmptyState drawing={<PostedDrawing />}>{empty}</EmptyState>}
      >
        {posted.map((task) => (
          <TaskCard key={task._id} task={task} action="Preview" onAct={() => open(task._id)} />
        ))}
      </LoadedRow>
      {opened && <TaskDetail task={opened} profile={profile} onClose={() => open(undefined)} />}
    </Dialog>
  )
}
