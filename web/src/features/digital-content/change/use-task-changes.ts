import { brand } from '@app/contracts/brand.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { TaskChanges } from '../../../domain/task/change/task-changes.ts'
import { useListedTasks } from '../api.ts'
import { briefLabels } from '../brief-labels.ts'
import { keepTask } from '../task-actions.ts'

/** How the owner changes the brief and the dates of a task. */
export function useTaskChanges({ companyProfileId }: Pick<Task, 'companyProfileId'>): TaskChanges {
  const queryClient = useQueryClient()
  return {
    caller: 'owner',
    labels: briefLabels,
    tasks: useListedTasks(companyProfileId),
    authorOf: ({ changedByRole }) => (changedByRole === 'owner' ? 'You' : brand.name),
    keep: (task) => keepTask(queryClient, task),
  }
}
