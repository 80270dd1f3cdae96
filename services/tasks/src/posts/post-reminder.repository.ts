import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import type { TimeOfDay } from '@app/contracts/rules/posting-time.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { calendarDay } from '../calendar/calendar-day.ts'
import type { Tables } from '../db/tables.ts'

/** The time at which a task must be posted, in the time zone of its company. */
export interface PostTime {
  taskId: string
  date: CalendarDate
  time: TimeOfDay
  /** Time zone in the profile of the company. */
  timeZone: string
}

interface PostPage {
  /** The date of the tasks is not later. */
  until: CalendarDate
  /** Only tasks with a higher id are in the page. */
  after: string
  limit: number
}

/** Returns the times of approved tasks for which no reminder exists, in the order of the tasks' ids. */
export async function findPostTimes(db: Kysely<Tables>, { until, after, limit }: PostPage): Promise<PostTime[]> {
  const { rows } = await sql<PostTime>`
    select task.id as "taskId", ${calendarDay} as date, target_posting_time as time, coalesce(profile ->> 'timeZone', '') as "timeZone"
    from task join company on company.id = task.company_id
    where status = 'Approved' and target_posting_time is not null and ${calendarDay} <= ${until} and task.id > ${after} and not exists (
      select from post_reminder where task_id = task.id and posting_date = ${calendarDay} and posting_time = target_posting_time)
    order by task.id limit ${limit}`.execute(db)
  return rows
}

/** Adds the reminder for a time of a task. Returns its id, or undefined if the time already has one. */
export async function insertPostReminder(trx: Transaction<Tables>, { taskId, date, time }: PostTime): Promise<string | undefined> {
  const added = await trx
    .insertInto('post_reminder')
    .values({ id: uuidv7(), task_id: taskId, posting_date: date, posting_time: time })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

/** Returns a reminder that a task must be posted. Undefined if the task was removed. */
export const findPostReminder = (db: Kysely<Tables>, id: string) =>
  db
    .selectFrom('post_reminder')
    .select(['task_id as taskId', 'posting_date as date', 'posting_time as time'])
    .where('id', '=', id)
    .executeTakeFirst()
