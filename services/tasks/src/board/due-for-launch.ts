import { FIRST_TIME_ZONE, LAST_TIME_ZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { isTimeZone } from '@app/contracts/rules/time-zones.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { dueDay } from './days.ts'

/** Returns the time zones of the companies with approved tasks whose date has come in some time zones, but not in all. */
async function undecidedTimeZones(db: Kysely<Tables>, at: Date): Promise<string[]> {
  const { rows } = await sql<{ timeZone: string }>`
    select distinct profile ->> 'timeZone' as "timeZone" from task join company on company.id = task.company_id
    where status = 'Approved' and ${dueDay} > ${todayIn(LAST_TIME_ZONE, at)} and ${dueDay} <= ${todayIn(FIRST_TIME_ZONE, at)}
      and profile ->> 'timeZone' <> ''`.execute(db)
  return rows.map(({ timeZone }) => timeZone).filter(isTimeZone)
}

/**
 * Returns the SQL condition of the tasks that are due for launch: they are approved, and their date has come in the time zone of their
 * company. A company without a time zone has that of the business. The index `task_posting_day` supports the condition. The dates are
 * computed here, because a query with a time zone that Postgres does not know would fail.
 */
export async function dueForLaunch({ db, timeZone, now }: Pick<TasksDeps, 'db' | 'timeZone' | 'now'>): Promise<RawBuilder<boolean>> {
  const at = now()
  const today = todayIn(timeZone, at)
  const others = (await undecidedTimeZones(db, at)).map((zone) => [zone, todayIn(zone, at)] as const).filter(([, day]) => day !== today)
  const days = [today, ...others.map(([, day]) => day)].sort()
  const companyDay = sql`(
    select (${JSON.stringify(Object.fromEntries(others))}::jsonb ->> (profile ->> 'timeZone'))::date from company where company.id = task.company_id
  )`
  return sql`
    status = 'Approved' and ${dueDay} <= ${days.at(-1)} and (${dueDay} <= ${days[0]} or ${dueDay} <= coalesce(${companyDay}, ${today}))`
}
