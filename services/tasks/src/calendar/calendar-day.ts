import { type RawBuilder, sql } from 'kysely'

/**
 * SQL expression of the date of a task. The expression must return the same date as `calendarDateOf` of the contracts. The indexes
 * `task_calendar` and `task_company_calendar` must have the same expression. The expressions of `src/board/days.ts` contain this expression.
 */
export const calendarDay: RawBuilder<string> = sql`coalesce(posted_on, target_posting_date, occurrence_date, recurrence_start_date)`
