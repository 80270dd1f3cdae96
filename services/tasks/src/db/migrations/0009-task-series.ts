import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Creates the table for the series of recurring tasks. Recurring tasks of the previous release have no series: the job `start-series.ts`
 * creates these series. A foreign key ensures that a company is not deleted while it has a series.
 */
export const taskSeries: Migration = {
  async up(db) {
    await sql`
      create table task_series (
        id uuid primary key,
        company_id uuid not null references company,
        brief jsonb not null,
        reference_image text,
        recurrence_type text not null,
        weekly_day_of_week text,
        monthly_week text,
        monthly_day_of_week text,
        starts_on date not null,
        ends_on date not null,
        last_number integer not null check (last_number > 0),
        last_date date not null,
        next_date date check (next_date > last_date),
        is_due boolean not null default false,
        version integer not null default 1,
        created_at timestamptz not null default now()
      )`.execute(db)
    // These indexes serve the job that creates the next occurrences.
    await sql`create index task_series_waiting on task_series (last_date) where next_date is not null`.execute(db)
    await sql`create index task_series_due on task_series (id) where next_date is not null and is_due`.execute(db)
    // This index serves the daily job that deletes files to which no row refers.
    await sql`create index task_series_reference_image on task_series (reference_image) where reference_image is not null`.execute(db)
    await sql`
      alter table task
        add column series_id uuid references task_series,
        add column occurrence_no integer,
        add column occurrence_date date,
        add column next_occurrence_date date`.execute(db)
  },
}
