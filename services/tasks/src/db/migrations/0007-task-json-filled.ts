import { RESTORING } from '@app/chassis/db/restoring.ts'
import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { sql } from 'kysely'

const TASKS_AT_ONCE = 500

/** Writes the JSON of the tasks that were there before it was, some at a time; those that somebody holds have it by their change. */
export const taskJsonFilled: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    for (let after: number | undefined = 0; after !== undefined; ) {
      after = await db.transaction().execute(async (trx) => {
        // Nothing changes that is counted, and no list.
        await sql`select set_config(${RESTORING}, 'on', true)`.execute(trx)
        const { rows } = await sql<{ last: number | null }>`
          with batch as (select task_id from task where task_id > ${after} order by task_id limit ${TASKS_AT_ONCE}),
          filled as (
            update task set json = null
            where task_id in (select task_id from task join batch using (task_id) where json is null for update of task skip locked))
          select max(task_id) as last from batch`.execute(trx)
        return rows[0]?.last ?? undefined
      })
    }
  },
}
