import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { sql } from 'kysely'

/** The expression must equal that of `src/calendar/calendar-day.ts`. */
const calendarDay = 'coalesce(target_posting_date, occurrence_date, recurrence_start_date)'

/** SQL of the indexes with which the calendar finds tasks and series. */
const indexes = {
  task_calendar: `task ((${calendarDay}), task_id)`,
  task_company_calendar: `task (company_id, (${calendarDay}), task_id)`,
  task_series_calendar: 'task_series (next_date, id) where next_date is not null',
  task_series_company_calendar: 'task_series (company_id, next_date, id) where next_date is not null',
}

/**
 * Creates the table of the companies' calendar feeds, and the indexes of the calendar. The token of a feed is not stored: the service
 * derives the token from the id of the feed.
 */
export const calendar: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    await sql`
      create table if not exists calendar_feed (
        company_id uuid primary key references company on delete cascade,
        id uuid not null unique,
        created_at timestamptz not null default now()
      )`.execute(db)
    for (const [name, columns] of Object.entries(indexes)) {
      await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
      await sql`create index concurrently ${sql.id(name)} on ${sql.raw(columns)}`.execute(db)
    }
  },
}
