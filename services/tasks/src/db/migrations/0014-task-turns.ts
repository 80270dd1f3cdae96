import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { sql } from 'kysely'

export const turn = sql`
  case when done_task_image is not null and rollbacks -> -1 ->> 'doneTaskImage' is distinct from done_task_image
    then 'owner' else 'admin' end`

export const nextStepDay = sql`
  case when status = 'Roll Back' or status = 'Pending' and ${turn} = 'admin'
    then coalesce(submission_for_review, target_posting_date, recurrence_start_date, date 'infinity')
    else coalesce(target_posting_date, recurrence_start_date, date 'infinity') end`

/** Creates the indexes of the board's lists by turn and by next step. */
export const taskTurns: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    await sql`drop index concurrently if exists task_next_step`.execute(db)
    await sql`create index concurrently task_next_step on task (status, (${nextStepDay}), task_id)`.execute(db)
    await sql`drop index concurrently if exists task_turn`.execute(db)
    await sql`create index concurrently task_turn on task ((${turn}), (${nextStepDay}), task_id) where status = 'Pending'`.execute(db)
    await sql`drop index concurrently if exists task_turn_newest`.execute(db)
    await sql`create index concurrently task_turn_newest on task ((${turn}), task_id) where status = 'Pending'`.execute(db)
  },
}
