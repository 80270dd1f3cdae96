import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { sql } from 'kysely'

/** By their names. */
const indexes: Readonly<Record<string, string>> = {
  // Tasks of a status: the newest, and by day. The expressions are those of `src/board/days.ts`; what they are of is there to be counted without the rows.
  task_status: 'task (status, task_id)',
  task_review: `task (status, (coalesce(submission_for_review, date 'infinity')), task_id)`,
  task_due: `task (status, (coalesce(target_posting_date, recurrence_start_date, date 'infinity')), task_id)
    include (target_posting_date, recurrence_start_date)`,
  // A company's cards.
  task_company_status: 'task (company_id, status, task_id)',
  task_words: 'task using gin (folded(title) gin_trgm_ops)',
  company_name: 'company (lower(name), id)',
  company_name_words: 'company using gin (folded(name) gin_trgm_ops)',
}

/** What the board lists, counts and searches by. */
export const boardIndexes: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    for (const [name, what] of Object.entries(indexes)) {
      await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
      await sql`create index concurrently ${sql.id(name)} on ${sql.raw(what)}`.execute(db)
    }
  },
}
