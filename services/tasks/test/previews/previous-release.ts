import { connect } from '@app/chassis/db/connect.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import { sql } from 'kysely'
import type { Tables } from '../../src/db/tables.ts'
import type { setUp } from '../setup.ts'

/** Returns functions that change tasks in the same way as a replica of the previous release, which has no previews. */
export function previousRelease({ db, adminUrl }: Awaited<ReturnType<typeof setUp>>) {
  const administrator = connect<Tables>({ url: adminUrl, schema: 'tasks', max: 1, onIdleError: () => {} })
  return {
    deliver: ({ _id }: Task, key: string) =>
      sql`update task set status = 'Pending', done_task_image = ${key}, version = version + 1 where id = ${_id}`.execute(db),

    setStatus: ({ _id }: Task, status: TaskStatus) =>
      sql`update task set status = ${status}, version = version + 1 where id = ${_id}`.execute(db),

    referBack: ({ _id }: Task) =>
      sql`
        update task set status = 'Roll Back', version = version + 1,
          rollbacks = rollbacks || jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'feedback', 'No', 'clientSuggestImage', null,
            'doneTaskImage', done_task_image, 'createdAt', '2026-11-21T17:00:00.000Z'))
        where id = ${_id}`.execute(db),

    /** Removes the previews of a task, as in a database before the upgrade. */
    forgetPreviews: ({ _id }: Task) =>
      administrator.transaction().execute(async (trx) => {
        await sql`alter table preview disable trigger protect_preview`.execute(trx)
        await sql`delete from preview where task_id = ${_id}`.execute(trx)
        await sql`alter table preview enable trigger protect_preview`.execute(trx)
        await sql`update task set preview_number = null, approved_preview_number = null where id = ${_id}`.execute(trx)
      }),

    /**
     * Runs `work` while the service has no rights on the tables of previews. An upgrade has this state between the migration and the
     * grants.
     */
    async withoutRights(work: () => Promise<void>) {
      await sql`revoke all on preview, preview_file from tasks_service`.execute(administrator)
      await work().finally(() => sql`grant select, insert, update, delete on preview, preview_file to tasks_service`.execute(administrator))
    },

    stop: () => administrator.destroy(),
  }
}
