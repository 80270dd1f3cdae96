import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { sql } from 'kysely'

/** Creates the index with which the job `start-series.ts` finds recurring tasks of the previous release. */
export const taskWithoutSeries: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    await sql`drop index concurrently if exists task_without_series`.execute(db)
    await sql`
      create index concurrently task_without_series on task (id)
        where is_recurring and series_id is null and recurrence_type is not null
          and recurrence_start_date is not null and recurrence_end_date is not null`.execute(db)
  },
}
