import type { TaskRemoved } from '@app/contracts/events/tasks.ts'

/** Event type of a removed task. A request for such a task fails with 404, so screens remove it without a request. */
export const TASK_REMOVED: typeof TaskRemoved.type = 'tasks.task-removed.v1'
