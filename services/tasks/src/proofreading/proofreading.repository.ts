import { enqueue, enqueueAgain, type Queue, URGENT } from '@app/chassis/work/queue.ts'
import type { Proofreading } from '@app/contracts/http/proofreading.ts'
import { canReview } from '@app/contracts/rules/task-status.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { LockedTask } from '../tasks/task.repository.ts'

/** Previews to check. The keys are their ids. */
export const proofreadingQueue: Queue<null> = { name: 'proofreading' }

/** Queues the check of a new preview. An admin waits for the check of a draft, so it comes first. */
export async function queueProofreading(trx: Transaction<Tables>, previewId: string, isDraft: boolean): Promise<void> {
  await trx.insertInto('proofreading').values({ preview_id: previewId }).execute()
  await enqueue(trx, proofreadingQueue, [{ key: previewId, payload: null, ...(isDraft && { priority: URGENT }) }])
}

const queueAgain = (trx: Transaction<Tables>, previewIds: readonly string[]): Promise<void> =>
  enqueueAgain(
    trx,
    proofreadingQueue,
    previewIds.map((key) => ({ key, payload: null })),
  )

/**
 * Requests that the draft of a task, and its preview that waits for a decision, are checked again. Locks the rows of the work before those
 * of the checks, like `settleChecks`.
 */
export async function proofreadAgain(trx: Transaction<Tables>, task: LockedTask): Promise<void> {
  const waitingNo = canReview(task) ? task.previewNo : null
  const { rows } = await sql<{ id: string }>`
    select id from preview where task_id = ${task._id} and (state = 'draft' or number = ${waitingNo}::integer)`.execute(trx)
  const ids = rows.map(({ id }) => id)
  await queueAgain(trx, ids)
  await sql`
    update proofreading set state = 'waiting', request = request + 1, attempts = 0
    where preview_id = any(${ids}::uuid[])`.execute(trx)
}

/** A check that has begun. */
export interface BegunCheck {
  previewId: string
  taskId: string
  /** The request at which the check works. */
  request: number
  /** Number of attempts, including this one. */
  attempts: number
}

/** Counts an attempt at a check. Undefined if the check is not requested, or if the preview was deleted. */
export async function beginCheck(db: Kysely<Tables>, previewId: string): Promise<BegunCheck | undefined> {
  const { rows } = await sql<BegunCheck>`
    update proofreading set attempts = attempts + 1 from preview
    where preview_id = ${previewId} and proofreading.state = 'waiting' and preview.id = preview_id
    returning preview_id as "previewId", task_id as "taskId", request, attempts`.execute(db)
  return rows[0]
}

/** Takes back the count of an attempt that ended for a reason outside of the preview. */
export async function excuseAttempt(db: Kysely<Tables>, { previewId, request }: BegunCheck): Promise<void> {
  await sql`update proofreading set attempts = attempts - 1 where preview_id = ${previewId} and request = ${request}`.execute(db)
}

/**
 * Stores that a check is done. Returns false if another worker has stored a result, if the check was requested again, or if the preview was
 * deleted.
 */
export async function storeDone(
  trx: Transaction<Tables>,
  { previewId, request }: BegunCheck,
  uncheckedFiles: readonly number[],
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update proofreading set state = 'done', unchecked_files = ${uncheckedFiles}::smallint[]
    where preview_id = ${previewId} and request = ${request} and state = 'waiting'`.execute(trx)
  return Number(numAffectedRows) > 0
}

/**
 * Called when work has ended. Stores that the checks of `failed` were given up. Queues checks again that were requested while the work ran:
 * these have had no attempt.
 */
export async function settleChecks(trx: Transaction<Tables>, { failed, ended }: { failed: string[]; ended: string[] }): Promise<void> {
  await sql`
    update proofreading set state = 'failed'
    where preview_id = any(${failed}::uuid[]) and state = 'waiting' and attempts > 0`.execute(trx)
  const { rows } = await sql<{ id: string }>`
    select preview_id as id from proofreading where preview_id = any(${ended}::uuid[]) and state = 'waiting'`.execute(trx)
  await queueAgain(
    trx,
    rows.map(({ id }) => id),
  )
}

type CheckState = Pick<Proofreading, 'state' | 'uncheckedFiles'>

/** Returns the state of a preview's check. */
export async function findCheckState(db: Kysely<Tables>, previewId: string): Promise<CheckState | undefined> {
  return db
    .selectFrom('proofreading')
    .select(['state', 'unchecked_files as uncheckedFiles'])
    .where('preview_id', '=', previewId)
    .executeTakeFirst()
}
