import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { sql } from 'kysely'

/** Ensures that a series has at most one task for each of its dates. */
export const taskOccurrences: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    await sql`drop index concurrently if exists task_occurrence`.execute(db)
    await sql`create unique index concurrently task_occurrence on task (series_id, occurrence_date) where series_id is not null`.execute(db)
  },
}
