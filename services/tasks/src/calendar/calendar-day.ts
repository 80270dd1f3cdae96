import { type RawBuilder, sql } from 'kysely'

/**
 * SQL expression of the date of a task in the calendar. Must return the same date as `calendarDateOf` of the contracts. The indexes
 * `task_calendar` and `task_company_calendar` must have the same expression.
 */
export const calendarDay: RawBuilder<string> = sql`coalesce(target_posting_date, occurrence_date, recurrence_start_date)`
