import { createMessageTables } from '@app/chassis/db/message-tables.ts'
import { createIdempotencyKeyTable } from '@app/chassis/idempotency/keys.ts'
import { createRateLimitTable } from '@app/chassis/limits/limiter.ts'
import { createFileSweepTable } from '@app/chassis/storage/sweep.ts'
import { createWorkTable } from '@app/chassis/work/work-table.ts'
import type { Migration } from 'kysely/migration'
import { createCompanies } from './baseline/companies.ts'
import { createNotes, createPreviews } from './baseline/previews.ts'
import { createProofreading } from './baseline/proofreading.ts'
import { createReports } from './baseline/reports.ts'
import { createReviews } from './baseline/reviews.ts'
import { createTasks } from './baseline/tasks.ts'

/** Creates the schema of version 1.0.0. `src/db/tables.ts` describes the columns. */
export const baseline: Migration = {
  async up(db) {
    await createMessageTables(db)
    await createIdempotencyKeyTable(db)
    await createFileSweepTable(db)
    await createWorkTable(db)
    await createRateLimitTable(db)
    await createCompanies(db)
    await createTasks(db)
    // The removal of a task deletes the rows that refer to it in the order in which the tables are created.
    await createPreviews(db)
    await createProofreading(db)
    await createReviews(db)
    await createNotes(db)
    await createReports(db)
  },
}
