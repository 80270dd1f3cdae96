import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { removeUnreferencedFiles } from '@app/chassis/storage/remove-files.ts'
import { TaskRemoved } from '@app/contracts/events/tasks.ts'
import type { TasksDeps } from '../deps.ts'
import { filesOf } from '../files/task-files.ts'
import { findPreviewFileKeys } from '../previews/preview.repository.ts'
import { deleteOwnerFiles } from '../quotas/quota.repository.ts'
import { deleteFinishedSeries } from '../series/delete-finished-series.ts'
import { lockSeries } from '../series/series.repository.ts'
import { eventPayload } from './event-payload.ts'
import { deleteTask } from './task.repository.ts'
import { requireAllowed, withLockedTask } from './with-locked-task.ts'

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
    await deleteTask(trx, task._id)
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
