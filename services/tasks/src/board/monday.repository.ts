import { MONDAY_COUNT_MAX, MONDAY_TASKS_MAX, type Monday, UNOPENED_DAYS } from '@app/contracts/http/monday.ts'
import { addDays, type CalendarDate, weekdayOf } from '@app/contracts/rules/business-dates.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { dueDay, nextStepDay, turn } from './days.ts'
import { deciderLinks } from './decider-links.ts'
import { managerCondition } from './managed.ts'
import { accountCondition } from './unconfirmed.ts'

/** Name of a list of the admins' first screen. */
export type MondayList = keyof Monday['owed'] | keyof Monday['calls'] | 'launch' | 'referredBack'

/** The number of tasks in a list, and the numbers of the first tasks. */
export interface MondayRow {
  list: MondayList
  count: number
  taskIds: number[]
}

const DAY_MS = 86_400_000

const sundayAfter = (today: CalendarDate): CalendarDate => addDays(today, (7 - weekdayOf(today)) % 7)

const isOwed = sql`status = 'Pending' and ${turn} = 'admin' and ${accountCondition(false, sql`company_id`)}`
const isWaiting = sql`status = 'Pending' and ${turn} = 'owner'`

/** SQL of the waiting previews whose email was sent before a time, and was not opened by anybody who can decide. */
const unopenedSince = (time: Date, waiting: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select task_id, day from (${waiting}) as waiting where (
    select count(first_opened_at) = 0 and min(sent_at) <= ${time.toISOString()}::timestamptz from ${deciderLinks} as link
    where link.task_id = waiting.id and link.preview_number = waiting.preview_number)`

interface MondayQuery {
  today: CalendarDate
  now: Date
  /** SQL condition of the tasks that are due for launch. */
  isDue: RawBuilder<boolean>
  /** Only tasks of companies with this account manager. */
  managerId: string | undefined
}

function listsOf({ today, now, isDue, managerId }: MondayQuery): Record<MondayList, RawBuilder<unknown>> {
  const isManaged = managerCondition(managerId, sql`company_id`)
  /** SQL of the first tasks that match a condition, earliest `day` first. An index supports each condition with its order. */
  const tasksWhere = (condition: RawBuilder<unknown>, day: RawBuilder<string>): RawBuilder<unknown> => sql`
    select task_id, ${day} as day, id, preview_number from task where ${condition} and ${isManaged}
    order by ${day}, task_id limit ${MONDAY_COUNT_MAX}`
  const owed = (condition: RawBuilder<unknown>) => tasksWhere(sql`${isOwed} and ${nextStepDay} ${condition}`, nextStepDay)
  return {
    late: owed(sql`< ${today}`),
    today: owed(sql`= ${today}`),
    thisWeek: owed(sql`between ${addDays(today, 1)} and ${sundayAfter(today)}`),
    launch: tasksWhere(sql`${isDue} and not approval_unconfirmed`, dueDay),
    referredBack: tasksWhere(sql`status = 'Roll Back' and ${accountCondition(false, sql`company_id`)}`, nextStepDay),
    bounced: tasksWhere(sql`${isWaiting} and email_bounced`, nextStepDay),
    unconfirmed: tasksWhere(sql`status = 'Approved' and approval_unconfirmed`, dueDay),
    unopened: unopenedSince(
      new Date(now.getTime() - UNOPENED_DAYS * DAY_MS),
      tasksWhere(sql`${isWaiting} and not email_bounced`, nextStepDay),
    ),
  }
}

/** Selects all lists of the admins' first screen in one statement. Each list reads a bounded part of an index. */
export async function selectMonday(db: Kysely<Tables>, query: MondayQuery): Promise<MondayRow[]> {
  const lists = Object.entries(listsOf(query)).map(
    ([list, tasks]) => sql`(
      select ${sql.lit(list)} as list, count(*) as count,
        to_jsonb(coalesce((array_agg(task_id order by day, task_id))[1:${sql.lit(MONDAY_TASKS_MAX)}], '{}')) as "taskIds"
      from (${tasks}) as listed)`,
  )
  const { rows } = await sql<MondayRow>`${sql.join(lists, sql` union all `)}`.execute(db)
  return rows
}

/** Returns the phone numbers of the tasks' companies, by the number of the task. Companies without a phone number have an empty one. */
export async function phonesOf(db: Kysely<Tables>, taskIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ taskId: number; phone: string }>`
    select task.task_id as "taskId", coalesce(profile ->> 'phone', '') as phone from task join company on company.id = task.company_id
    where task.task_id = any (${taskIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ taskId, phone }) => [taskId, phone]))
}
