import type { TaskCard } from '@app/contracts/http/board.ts'
import type { TaskStatus } from '@app/contracts/rules/task-status.ts'

export type Compare = (a: TaskCard, b: TaskCard) => number

export const newestFirst: Compare = (a, b) => b.taskId - a.taskId
/** Sorts by status. Within a status, the newest task comes first. */
export const byStatus =
  (order: readonly TaskStatus[]): Compare =>
  (a, b) =>
    order.indexOf(a.currentStatus) - order.indexOf(b.currentStatus) || newestFirst(a, b)

/** The order of tasks in a company's strip, which does not contain posted tasks. */
export const stripOrder = byStatus(['Pending', 'Roll Back', 'Approved'])
