import type { TaskCard } from '@app/contracts/http/board.ts'
import type { TaskStatus } from '@app/contracts/rules/task-status.ts'

export type Compare = (a: TaskCard, b: TaskCard) => number

export const newestFirst: Compare = (a, b) => b.taskId - a.taskId
/** By status, and the newest first in each. */
export const byStatus =
  (order: readonly TaskStatus[]): Compare =>
  (a, b) =>
    order.indexOf(a.currentStatus) - order.indexOf(b.currentStatus) || newestFirst(a, b)

/** The strip of a company, of which posted tasks are none. */
export const inStrip = byStatus(['Pending', 'Roll Back', 'Approved'])
