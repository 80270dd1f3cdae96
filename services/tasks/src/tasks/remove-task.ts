import type { Caller } from '@app/chassis/http/auth.ts'
import { refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { removeUnreferencedFiles } from '@app/chassis/storage/remove-files.ts'
import { TaskRemoved } from '@app/contracts/events/tasks.ts'
import type { adminRemoveTask as adminContract } from '@app/contracts/http/corrections.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import type { Transaction } from 'kysely'
import type * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { isReferenceImage } from '../files/reference-images.ts'
import { filesOf } from '../files/task-files.ts'
import { findPreviewFileKeys } from '../previews/preview.repository.ts'
import { deleteOwnerFiles } from '../quotas/quota.repository.ts'
import { filesInReports } from '../reports/report.repository.ts'
import { hasOccurrences, lockSeries, passOnFollowingDate, type SeriesRow } from '../series/series.repository.ts'
import { eventPayload } from './event-payload.ts'
import type { LockedTask } from './task.repository.ts'
import { REASON_REQUIRED } from './undo-launch.ts'
import { requireAllowed, requireVersion, withLockedSeriesOf } from './with-locked-task.ts'

/**
 * Deletes a series without tasks if one of two conditions is true. Either no occurrence follows. Or the series has had only one task: an
 * owner who removes this first task does not want the task to repeat. The caller must have locked the series.
 */
async function deleteFinishedSeries(trx: Transaction<Tables>, series: SeriesRow): Promise<void> {
  const isOver = series.next_date === null || series.last_number === 1
  if (!isOver || (await hasOccurrences(trx, series.id))) return
  await trx.deleteFrom('task_series').where('id', '=', series.id).execute()
  if (series.reference_image) await deleteOwnerFiles(trx, [series.reference_image])
}

interface Removal {
  caller: Caller
  /** The reason of an admin. */
  reason?: string
}

/** Deletes a task, and its series if it was the last task. Returns the keys of files to which no row refers any more. */
async function deleteWithSeries(trx: Transaction<Tables>, task: LockedTask, { caller, reason }: Removal): Promise<string[]> {
  const ofPreviews = await findPreviewFileKeys(trx, task._id)
  const series = task.seriesId === null ? undefined : await lockSeries(trx, task.seriesId, undefined)
  await trx.deleteFrom('task').where('id', '=', task._id).execute()
  if (series) {
    await passOnFollowingDate(trx, task)
    await deleteFinishedSeries(trx, series)
  }
  const { referenceImage } = task
  const isShared = referenceImage !== null && (await isReferenceImage(trx, referenceImage, task._id))
  const files = [...new Set([...filesOf(task), ...ofPreviews])].filter((key) => !isShared || key !== referenceImage)
  const inReports = await filesInReports(trx, files)
  const keys = files.filter((key) => !inReports.has(key))
  await deleteOwnerFiles(trx, files)
  const data = { ...eventPayload(task), removedBy: caller.role, ...(reason && { reason }) }
  await addEvent(trx, TaskRemoved, { aggregateId: task._id, version: task.version + 1, data })
  return keys
}

const REPLY = { message: 'Task deleted successfully' }

/**
 * Removes a task with its history, previews and files. Throws 409 if the status is neither Pending nor Roll Back. If the task belongs to a
 * series, the series continues without it: its date stays skipped, and the task before it names the date after. But if it is the first and
 * only task of the series, the removal ends the series.
 */
export async function removeTask(
  deps: TasksDeps,
  caller: Caller,
  ref: string,
  idempotency: IdempotentRequest,
): Promise<{ message: string }> {
  const { keys, reply } = await withLockedSeriesOf(deps, caller, ref, async (trx, task) => {
    requireAllowed(deps, task, 'remove')
    const keys = await deleteWithSeries(trx, task, { caller })
    return { keys, reply: await idempotency.storeResponse(trx, REPLY) }
  })
  await removeUnreferencedFiles(deps, keys)
  return reply
}

/**
 * Deletes a task in its transaction, and keeps what the email to the owner shows. Returns the keys of files to which no row refers any more.
 */
export async function deleteByAdmin(trx: Transaction<Tables>, task: LockedTask, admin: Caller, reason: string): Promise<string[]> {
  const keys = await deleteWithSeries(trx, task, { caller: admin, reason })
  const { _id: id, taskId: task_id, companyProfileId: company_id, title } = task
  const facts = { id, task_id, company_id, title, posting_date: calendarDateOf(task), reason, removed_by: admin.id }
  await trx.insertInto('removed_task').values(facts).execute()
  return keys
}

/** Removes a task that is not posted, in the same way as `removeTask`. Keeps what the email to the owner shows. */
export async function adminRemoveTask(
  deps: TasksDeps,
  admin: Caller,
  ref: string,
  { reason: given, version }: Type.Static<typeof adminContract.schema.body>,
  idempotency: IdempotentRequest,
): Promise<{ message: string }> {
  const reason = given.trim()
  if (isBlank(reason)) throw refusedField('reason', REASON_REQUIRED)
  const { keys, reply } = await withLockedSeriesOf(deps, admin, ref, async (trx, task) => {
    requireAllowed(deps, task, 'admin-remove')
    requireVersion(deps, task, version)
    const keys = await deleteByAdmin(trx, task, admin, reason)
    return { keys, reply: await idempotency.storeResponse(trx, REPLY) }
  })
  await removeUnreferencedFiles(deps, keys)
  return reply
}
