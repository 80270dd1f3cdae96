import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { removeUnreferencedFiles } from '@app/chassis/storage/remove-files.ts'
import { TaskRemoved } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { filesOf } from '../files/task-files.ts'
import { findPreviewFileKeys } from '../previews/preview.repository.ts'
import { deleteOwnerFiles } from '../quotas/quota.repository.ts'
import { hasOccurrences, lockSeries, type SeriesRow } from '../series/series.repository.ts'
import { eventPayload } from './event-payload.ts'
import { requireAllowed, withLockedTask } from './with-locked-task.ts'

/**
 * Deletes a series without tasks if one of two conditions is true. Either no occurrence follows. Or the series has had only one task: an
 * owner who removes this first task does not want the task to repeat. The caller must have locked the series. Returns whether the series
 * was deleted.
 */
async function deleteFinishedSeries(trx: Transaction<Tables>, series: SeriesRow): Promise<boolean> {
  const isOver = series.next_date === null || series.last_number === 1
  if (!isOver || (await hasOccurrences(trx, series.id))) return false
  await trx.deleteFrom('task_series').where('id', '=', series.id).execute()
  if (series.reference_image) await deleteOwnerFiles(trx, [series.reference_image])
  return true
}

/**
 * Removes a task with its history, previews and files. Throws 409 if the status is neither Pending nor Roll Back. If the task belongs to a
 * series, the series continues without it. But if it is the first and only task of the series, the removal ends the series.
 */
export async function removeTask(
  deps: TasksDeps,
  caller: Caller,
  ref: string,
  idempotency: IdempotentRequest,
): Promise<{ message: string }> {
  const { keys, reply } = await withLockedTask(deps, caller, ref, async (trx, task) => {
    requireAllowed(deps, task, 'remove')
    const ofPreviews = await findPreviewFileKeys(trx, task._id)
    const series = task.seriesId === null ? undefined : await lockSeries(trx, task.seriesId, undefined)
    await trx.deleteFrom('task').where('id', '=', task._id).execute()
    const hasSeries = series !== undefined && !(await deleteFinishedSeries(trx, series))
    // All occurrences of a series have the same reference image. The daily sweep deletes the image when neither a task nor the series
    // refers to it.
    const keys = [...new Set([...filesOf(task), ...ofPreviews])].filter((key) => !hasSeries || key !== task.referenceImage)
    await deleteOwnerFiles(trx, keys)
    await addEvent(trx, TaskRemoved, { aggregateId: task._id, version: task.version + 1, data: eventPayload(task) })
    return { keys, reply: await idempotency.storeResponse(trx, { message: 'Task deleted successfully' }) }
  })
  await removeUnreferencedFiles(deps, keys)
  return reply
}
