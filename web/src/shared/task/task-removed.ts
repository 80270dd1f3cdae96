import type { TaskRemoved } from '@app/contracts/events/tasks.ts'

/** After this event, screens remove the task without a request, because a request would fail with 404. */
export const TASK_REMOVED: typeof TaskRemoved.type = 'tasks.task-removed.v1'
