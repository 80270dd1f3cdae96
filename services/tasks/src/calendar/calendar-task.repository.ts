import { CALENDAR_COUNT_MAX, CALENDAR_DAY_TASKS_MAX } from '@app/contracts/http/calendar.ts'
import { type CalendarDate, daysBetween } from '@app/contracts/rules/business-dates.ts'
import type { TimeOfDay } from '@app/contracts/rules/posting-time.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { managerCondition } from '../board/managed.ts'
import type { Tables } from '../db/tables.ts'
import { calendarDay } from './calendar-day.ts'
import type { Period } from './period.ts'

/** Whose tasks a calendar shows: those of one company, of the companies with this account manager, or all. */
export interface CalendarOf {
  companyId?: string | undefined
  managerId?: string | undefined
}

/** SQL condition for the companies of a calendar. `column` contains the id of the company. */
export const inCalendarOf = ({ companyId, managerId }: CalendarOf, column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${companyId ? sql`${column} = ${companyId}` : sql`true`} and ${managerCondition(managerId, column)}`

interface PlacedTask {
  date: CalendarDate
  taskId: number
  /** Number of tasks of the day, at most `CALENDAR_COUNT_MAX`. */
  count: number
}

/**
 * Returns the first tasks of each day of a period. For each day, the query reads at most `CALENDAR_COUNT_MAX + CALENDAR_DAY_TASKS_MAX`
 * entries of an index.
 */
export async function selectTasksByDay(db: Kysely<Tables>, { from, to }: Period, of: CalendarOf): Promise<PlacedTask[]> {
  const isShown = inCalendarOf(of, sql`company_id`)
  const { rows } = await sql<PlacedTask>`
    select day as date, first.task_id as "taskId", total.count
    from (select ${from}::date + n as day from generate_series(0, ${daysBetween(from, to)}::integer) as n) as days
    cross join lateral (
      select task_id from task where ${calendarDay} = day and ${isShown} order by task_id limit ${CALENDAR_DAY_TASKS_MAX}
    ) as first
    cross join lateral (
      select count(*) from (
        select from task where ${calendarDay} = day and ${isShown} limit ${CALENDAR_COUNT_MAX}
      ) as counted
    ) as total
    order by day, first.task_id`.execute(db)
  return rows
}

interface DayPage extends CalendarOf {
  date: CalendarDate
  /** Only tasks with a higher `taskId` are in the page. */
  after: number
  limit: number
}

/** Returns the ids of a page of a day's tasks, oldest task first. */
export async function selectTaskIdsOfDay(db: Kysely<Tables>, { date, after, limit, ...of }: DayPage): Promise<number[]> {
  const { rows } = await sql<{ taskId: number }>`
    select task_id as "taskId" from task
    where ${calendarDay} = ${date} and task_id > ${after} and ${inCalendarOf(of, sql`company_id`)}
    order by task_id limit ${limit}`.execute(db)
  return rows.map(({ taskId }) => taskId)
}

/** A task as the feed needs it. */
export interface FeedTask {
  id: string
  taskId: number
  title: string
  version: number
  updatedAt: string
  seriesId: string | null
  occurrenceDate: CalendarDate | null
  date: CalendarDate
  targetPostingTime: TimeOfDay | null
  postedAt: string | null
}

/** Returns the tasks of a company in a period, earliest first. */
export async function selectFeedTasks(db: Kysely<Tables>, companyId: string, { from, to }: Period, limit: number): Promise<FeedTask[]> {
  const { rows } = await sql<FeedTask>`
    select id, task_id as "taskId", title, version, updated_at as "updatedAt", series_id as "seriesId",
      occurrence_date as "occurrenceDate", ${calendarDay} as date, target_posting_time as "targetPostingTime", posted_at as "postedAt"
    from task where company_id = ${companyId} and ${calendarDay} between ${from} and ${to}
    order by ${calendarDay}, task_id limit ${limit}`.execute(db)
  return rows
}
