import type { TaskRemoved } from '@app/contracts/events/tasks.ts'

/** The event type of a removed task. A request for the task would fail with 404, so screens drop the task without asking. */
export const TASK_REMOVED: typeof TaskRemoved.type = 'tasks.task-removed.v1'
