import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import type { TimeOfDay } from '@app/contracts/rules/posting-time.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { SeriesRow } from '../series/series.repository.ts'
import { type CalendarOf, inCalendarOf } from './calendar-task.repository.ts'
import type { Period } from './period.ts'

type RuleColumns = Pick<SeriesRow, 'recurrence_type' | 'weekly_day_of_week' | 'monthly_week' | 'monthly_day_of_week' | 'ends_on'>

/** A series with further dates. */
export interface PlannedSeries extends RuleColumns {
  seriesId: string
  companyProfileId: string
  companyName: string
  title: string
  nextDate: CalendarDate
  targetPostingTime: TimeOfDay | null
  createdAt: string
  newestTaskId: number | null
}

/** Returns the series that may have planned dates in the period, at most `limit`. */
export async function selectPlannedSeries(
  db: Kysely<Tables>,
  { from, to, limit, ...of }: Period & CalendarOf & { limit: number },
): Promise<PlannedSeries[]> {
  const { rows } = await sql<PlannedSeries>`
    select task_series.id as "seriesId", task_series.company_id as "companyProfileId", company.name as "companyName",
      brief ->> 'title' as title, next_date as "nextDate", target_posting_time as "targetPostingTime", task_series.created_at as "createdAt",
      recurrence_type, weekly_day_of_week, monthly_week, monthly_day_of_week, ends_on,
      (select task_id from task where series_id = task_series.id order by occurrence_date desc limit 1) as "newestTaskId"
    from task_series join company on company.id = task_series.company_id
    where next_date <= ${to} and ends_on >= ${from} and ${inCalendarOf(of, sql`task_series.company_id`)}
    order by next_date, task_series.id limit ${limit}`.execute(db)
  return rows
}
