import type { BoardTask, listBoardTasks, TaskSort } from '@app/contracts/http/board.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { hasFreshPreview } from '@app/contracts/rules/task-status.ts'
import type { CallInput } from '../../../shared/api/route-types.ts'
import { turnOf } from './due-dates.ts'
import { type DateOf, sortDates } from './sort-dates.ts'
import { byStatus, type Compare, newestFirst } from './status-order.ts'

/** Query parameters of a task list except the paging: filter and sort order. */
export type TaskFilter = Omit<NonNullable<CallInput<typeof listBoardTasks>['query']>, 'limit' | 'cursor'>

export const toCard = (task: Task, companyName: string, timeZone?: string, openFindings = 0): BoardTask => ({
  ...task,
  hasFreshPreview: hasFreshPreview(task),
  openFindings,
  companyName,
  ...(timeZone !== undefined && { timeZone }),
})

/**
 * Whether a task matches a search text. The server's search ignores accents, but this function does not. So this function may miss a task
 * that the server finds. The task then appears when the list is reloaded.
 */
function isFound({ taskId, title, companyName }: BoardTask, search: string): boolean {
  const number = /^#?(\d+)$/.exec(search)?.[1]
  if (number) return Number(number) === taskId
  const words = search.toLowerCase().split(/\s+/)
  return [companyName, title].some((text) => words.every((word) => text.toLowerCase().includes(word)))
}

export function matchesFilter(task: BoardTask, { status, open, companyProfileId, turn, findings, search }: TaskFilter): boolean {
  return (
    (!status || task.currentStatus === status) &&
    (!open || task.currentStatus !== 'Posted') &&
    (!companyProfileId || task.companyProfileId === companyProfileId) &&
    (!turn || turnOf(task) === turn) &&
    (!findings || task.openFindings > 0) &&
    (!search || isFound(task, search))
  )
}

/** Sorts by a date, earliest first. Tasks without this date come last. */
const byDay =
  (day: DateOf): Compare =>
  (a, b) =>
    (day(a) ?? '9').localeCompare(day(b) ?? '9') || newestFirst(b, a)

const orders: Record<TaskSort, Compare> = {
  // Tasks that need work by an admin come first.
  board: byStatus(['Roll Back', 'Pending', 'Approved', 'Posted']),
  newest: newestFirst,
  review: byDay(sortDates.review),
  target: byDay(sortDates.target),
  due: byDay(sortDates.due),
}

export const orderOf = ({ sort = 'board' }: TaskFilter): Compare => orders[sort]
