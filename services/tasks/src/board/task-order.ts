import type { TaskSort } from '@app/contracts/http/board.ts'
import { isCalendarDate } from '@app/contracts/rules/business-dates.ts'
import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import { type RawBuilder, sql } from 'kysely'
import * as Type from 'typebox'
import { dueDay, reviewDay } from './days.ts'

/** What waits for us first. */
const BOARD: readonly TaskStatus[] = ['Roll Back', 'Pending', 'Approved', 'Posted']

/** The sort key of a task, `[first, taskId]`, which is also the cursor. */
export type Key = [string | number, number]

interface Order {
  /** The same statuses in turns: all of the one come before any of the next. */
  turns(statuses: readonly TaskStatus[]): TaskStatus[][]
  /** What a task of this status goes by first. */
  first(status: TaskStatus): RawBuilder<string | number>
  /** Within a status, which an index has. */
  by: RawBuilder<unknown>
  /** Those of a status that come after a key; undefined for none of them. */
  after(key: Key, status: TaskStatus): RawBuilder<unknown> | undefined
  compare(a: Key, b: Key): number
  cursor: Type.TUnsafe<Key>
}

const byFirst = ([a]: Key, [b]: Key): number => (a < b ? -1 : a > b ? 1 : 0)

/** Newest first, in groups of statuses. */
const newestIn = (groupOf: (status: TaskStatus) => number): Order => ({
  turns: (statuses) => [
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

/** The earliest day first, whatever the status. */
const byDay = (day: RawBuilder<string>): Order => ({
  turns: (statuses) => [[...statuses]],
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
}
