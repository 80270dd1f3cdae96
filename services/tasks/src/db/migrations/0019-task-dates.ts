import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { replaceCountFunctions } from './0012-company-facts.ts'

/** The expression must equal that of `src/calendar/calendar-day.ts`. */
export const taskDay = 'coalesce(target_posting_date, occurrence_date, recurrence_start_date)'

/**
 * From this migration on, the next posting date of a company uses the dates of the first tasks of series, not the starts of the series. The
 * next migration updates the next posting dates that are stored.
 */
export const taskDates: Migration = {
  async up(db) {
    // Waits until running changes of tasks have ended, because they still use the old functions. New changes wait for this migration.
    await sql`lock table task in share row exclusive mode`.execute(db)
    await replaceCountFunctions(db, taskDay)
  },
}
