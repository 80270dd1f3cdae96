import type { TaskSort } from '@app/contracts/http/board.ts'
import { isCalendarDate } from '@app/contracts/rules/business-dates.ts'
import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import { type RawBuilder, sql } from 'kysely'
import * as Type from 'typebox'
import { dueDay, nextStepDay, reviewDay } from './days.ts'

/** Default order of the board: tasks that wait for an admin come first. */
const BOARD: readonly TaskStatus[] = ['Roll Back', 'Pending', 'Approved', 'Posted']

/** The sort key of a task. It is also the cursor of a page. */
export type Key = [string | number, number]

interface Order {
  /** Splits statuses into groups. All tasks of a group come before the tasks of the next group. */
  statusGroups(statuses: readonly TaskStatus[]): TaskStatus[][]
  /** The SQL expression for the first part of the sort key of tasks with this status. */
  first(status: TaskStatus): RawBuilder<string | number>
  /** SQL `order by` for the tasks of one status, supported by an index. */
  by: RawBuilder<unknown>
  /** The SQL condition for the tasks of a status after a key. Undefined if no task of the status comes after the key. */
  after(key: Key, status: TaskStatus): RawBuilder<unknown> | undefined
  compare(a: Key, b: Key): number
  cursor: Type.TUnsafe<Key>
}

const byFirst = ([a]: Key, [b]: Key): number => (a < b ? -1 : a > b ? 1 : 0)

const newestIn = (groupOf: (status: TaskStatus) => number): Order => ({
  statusGroups: (statuses) => [
    ...Map.groupBy(
      statuses.toSorted((a, b) => groupOf(a) - groupOf(b)),
      groupOf,
    ).values(),
  ],
  first: (status) => sql.lit(groupOf(status)),
  by: sql`task_id desc`,
  after: ([group, taskId], status) => {
    if (groupOf(status) < Number(group)) return undefined
    return groupOf(status) === group ? sql`task_id < ${taskId}` : sql`true`
  },
  compare: (a, b) => byFirst(a, b) || b[1] - a[1],
  cursor: Type.Unsafe<Key>(Type.Tuple([Type.Integer(), Type.Integer()])),
})

const Day = Type.Refine(Type.String(), (day) => day === 'infinity' || isCalendarDate(day))

const byDay = (day: RawBuilder<string>): Order => ({
  statusGroups: (statuses) => [[...statuses]],
  first: () => day,
  by: sql`${day}, task_id`,
  after: ([since, taskId]) => sql`(${day}, task_id) > (${since}, ${taskId})`,
  compare: (a, b) => byFirst(a, b) || a[1] - b[1],
  cursor: Type.Unsafe<Key>(Type.Tuple([Day, Type.Integer()])),
})

export const orders: Readonly<Record<TaskSort, Order>> = {
  board: newestIn((status) => BOARD.indexOf(status)),
  newest: newestIn(() => 0),
  review: byDay(reviewDay),
  target: byDay(dueDay),
  due: byDay(nextStepDay),
}
