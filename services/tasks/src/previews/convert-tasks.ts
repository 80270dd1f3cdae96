import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { runBatches } from '../run-batches.ts'

const BATCH = 50

/**
 * Creates the previews of a batch of tasks. Each image of a task's history becomes a preview. The current image becomes the last preview.
 * Skips locked tasks.
 */
async function convertBatch(db: Kysely<Tables>): Promise<number> {
  return inTransaction(db, async (trx) => {
    const { numAffectedRows } = await sql`
      with due as materialized (
        select id, rollbacks, done_task_image from task where done_task_image is not null and preview_number is null
        order by id limit ${BATCH} for update skip locked
      ), converted as materialized (
        select id, add_image_previews(id, array_remove(images_of_history(rollbacks), done_task_image) || done_task_image) as number from due
      )
      update task set
        preview_number = converted.number,
        approved_preview_number = case when status in ('Approved', 'Posted') then converted.number end
      from converted where task.id = converted.id`.execute(trx)
    return Number(numAffectedRows)
  })
}

/**
 * Creates the previews of tasks whose images were stored by a release without previews. Several replicas may call this function at once.
 * Returns the number of converted tasks.
 */
export const convertTasks = (db: Kysely<Tables>, signal: AbortSignal): Promise<number> => runBatches(() => convertBatch(db), BATCH, signal)
