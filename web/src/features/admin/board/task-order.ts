import type { BoardTask, listBoardTasks, TaskCard, TaskSort } from '@app/contracts/http/board.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { hasFreshPreview, type TaskStatus } from '@app/contracts/rules/task-status.ts'
import type { CallInput } from '../../../shared/api/route-types.ts'

/** Which tasks a list has, and in which order: what the server is asked by. */
export type TaskFilter = Omit<NonNullable<CallInput<typeof listBoardTasks>['query']>, 'limit' | 'cursor'>

/** What is known of a task, as its card shows it. */
export const cardOf = (task: Task, companyName: string): BoardTask => ({ ...task, hasFreshPreview: hasFreshPreview(task), companyName })

/** The day a task is to be posted; one that recurs is due from its first day on. */
const dueDate = ({ targetPostingDate, recurrenceStartDate }: TaskCard): CalendarDate | null => targetPostingDate ?? recurrenceStartDate

export const launchBadge = (task: TaskCard, today: CalendarDate): 'Today' | 'Over Date' => (dueDate(task) === today ? 'Today' : 'Over Date')

const isDue = (task: TaskCard, today: CalendarDate): boolean => task.currentStatus === 'Approved' && (dueDate(task) ?? '9') <= today

/** As the server searches, but for its accents: a task that is left out here is there when the list is loaded again. */
function isFound({ taskId, title, companyName }: BoardTask, search: string): boolean {
  const number = /^#?(\d+)$/.exec(search)?.[1]
  if (number) return Number(number) === taskId
  const words = search.toLowerCase().split(/\s+/)
  return [companyName, title].some((text) => words.every((word) => text.toLowerCase().includes(word)))
}

/** Whether a list has this task. */
export function belongs(task: BoardTask, { status, open, launch, companyProfileId, search }: TaskFilter, today: CalendarDate): boolean {
  return (
    (!status || task.currentStatus === status) &&
    (!open || task.currentStatus !== 'Posted') &&
    (!launch || isDue(task, today)) &&
    (!companyProfileId || task.companyProfileId === companyProfileId) &&
    (!search || isFound(task, search))
  )
}

type Compare = (a: TaskCard, b: TaskCard) => number

const newestFirst: Compare = (a, b) => b.taskId - a.taskId
const byStatus =
  (order: readonly TaskStatus[]): Compare =>
  (a, b) =>
    order.indexOf(a.currentStatus) - order.indexOf(b.currentStatus) || newestFirst(a, b)
/** The earliest day first; those without one stand last. */
const byDay =
  (day: (task: TaskCard) => CalendarDate | null): Compare =>
  (a, b) =>
    (day(a) ?? '9').localeCompare(day(b) ?? '9') || newestFirst(b, a)

/** The strip of a company, of which posted tasks are none. */
export const inStrip = byStatus(['Pending', 'Roll Back', 'Approved'])

const orders: Record<TaskSort, Compare> = {
  // What waits for us first.
  board: byStatus(['Roll Back', 'Pending', 'Approved', 'Posted']),
  newest: newestFirst,
  review: byDay(({ submissionForReview }) => submissionForReview),
  target: byDay(dueDate),
}

/** The order of a list; what waits for its launch is in that of its days unless another is asked for. */
export const orderOf = ({ launch, sort = launch ? 'target' : 'board' }: TaskFilter): Compare => orders[sort]
