import type { TaskRemoved } from '@app/contracts/events/tasks.ts'

/** Requests for a removed task fail with 404, so screens remove the task without a request. */
export const TASK_REMOVED: typeof TaskRemoved.type = 'tasks.task-removed.v1'
