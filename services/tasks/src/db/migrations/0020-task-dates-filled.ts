import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { sql } from 'kysely'
import { fillFacts } from './0013-company-facts-filled.ts'
import { turn } from './0014-task-turns.ts'
import { taskDay } from './0019-task-dates.ts'

const dueDay = sql`coalesce(${sql.raw(taskDay)}, date 'infinity')`

const nextStepDay = sql`
  case when status = 'Roll Back' or status = 'Pending' and ${turn} = 'admin'
    then coalesce(submission_for_review, ${dueDay}) else ${dueDay} end`

/** SQL of the indexes of the board's lists by date. The expressions must equal those of `src/board/days.ts`. */
const indexes = {
  // The included columns allow an index-only scan, which counts the tasks that are due for launch.
  task_posting_day: sql`(status, (${dueDay}), task_id) include (target_posting_date, occurrence_date, recurrence_start_date)`,
  task_next_step_day: sql`(status, (${nextStepDay}), task_id)`,
  task_turn_day: sql`((${turn}), (${nextStepDay}), task_id) where status = 'Pending'`,
  task_bounced_day: sql`((${turn}), (${nextStepDay}), task_id) where status = 'Pending' and email_bounced`,
}

/**
 * Indexes that these indexes replace. No released version uses them. The index `task_due` stays, because version 1.0.0 uses it during an
 * upgrade.
 */
const replaced = ['task_next_step', 'task_turn', 'task_bounced']

/**
 * Creates the indexes of the board's lists with the date of the first task of a series, and updates the next posting dates of companies.
 * The first task of a series has its date in `occurrence_date` since `0009-task-series`. Tasks of version 1.0.0 get it when the job
 * `start-series.ts` creates their series.
 */
export const taskDatesFilled: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    for (const [name, definition] of Object.entries(indexes)) {
      await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
      await sql`create index concurrently ${sql.id(name)} on task ${definition}`.execute(db)
    }
    await fillFacts(db, taskDay)
    for (const name of replaced) await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
  },
}
