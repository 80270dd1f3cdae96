import { type RawBuilder, sql } from 'kysely'

/**
 * SQL expression of the date of a task. Must return the same date as `calendarDateOf` of the contracts. The indexes `task_calendar` and
 * `task_company_calendar` must have the same expression. The indexes of `src/board/days.ts` contain it, too.
 */
export const calendarDay: RawBuilder<string> = sql`coalesce(target_posting_date, occurrence_date, recurrence_start_date)`
