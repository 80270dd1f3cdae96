import type { TaskChanges } from '../../../domain/task/change/task-changes.ts'
import { claimsOf, useAdminSession } from '../../../shared/stores/session.ts'
import { briefLabels } from '../brief-labels.ts'
import { keepTask } from '../task-actions.ts'

/** How an admin changes the brief and the dates of a task of a company. */
export function useTaskChanges(companyName: string): TaskChanges {
  const ownId = useAdminSession(({ token }) => claimsOf(token)?.sub)
  return {
    caller: 'admin',
    labels: briefLabels,
    // The monthly limit does not apply to admins.
    tasks: undefined,
    authorOf: ({ changedByRole, changedBy }) => {
      if (changedByRole === 'owner') return companyName
      return changedBy === ownId ? 'You' : 'An admin'
    },
    keep: (task) => keepTask(task, companyName),
  }
}
