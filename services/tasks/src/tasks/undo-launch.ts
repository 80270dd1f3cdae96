import type { Caller } from '@app/chassis/http/auth.ts'
import { refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { LaunchUndone } from '@app/contracts/events/tasks.ts'
import type { undoLaunch as contract } from '@app/contracts/http/corrections.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import type { Transaction } from 'kysely'
import type * as Type from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { previewFacts } from '../previews/preview-facts.ts'
import { appendRecord } from '../record/append-record.ts'
import { lockSeries, markDue } from '../series/series.repository.ts'
import { eventPayload } from './event-payload.ts'
import { changeTask, type LockedTask, type TaskChange } from './task.repository.ts'
import { toTask } from './task-row.ts'
import { conflict, requireVersion, withLockedTask } from './with-locked-task.ts'

type Undo = Type.Static<typeof contract.schema.body>

const NOT_POSTED = 'Only a task that was launched can be taken back.'
export const REASON_REQUIRED = 'Please tell the company why.'

/**
 * Returns the rule of a task's series, which may have changed while the task was posted. The series no longer creates its next task because
 * of the launch. Undefined for a task without a series.
 */
async function returnToSeries(trx: Transaction<Tables>, { seriesId, occurrenceDate }: LockedTask): Promise<TaskChange | undefined> {
  const series = seriesId === null ? undefined : await lockSeries(trx, seriesId, undefined)
  if (!series || occurrenceDate === null) return undefined
  await markDue(trx, series.id, occurrenceDate, false)
  return {
    recurrence_type: series.recurrence_type,
    weekly_day_of_week: series.weekly_day_of_week,
    monthly_week: series.monthly_week,
    monthly_day_of_week: series.monthly_day_of_week,
    recurrence_end_date: series.ends_on,
  }
}

/** Stores what is no longer in the task: the comment of the launch, and when and where the task was posted. */
async function insertUndone(
  trx: Transaction<Tables>,
  { _id, adminPostComment, postedAt, postLinks }: LockedTask,
  undone: { id: string; reason: string; undone_by: string },
): Promise<void> {
  const launch = { launch_comment: adminPostComment ?? '', posted_at: postedAt, post_links: JSON.stringify(postLinks) }
  await trx
    .insertInto('undone_launch')
    .values({ ...undone, task_id: _id, ...launch })
    .execute()
}

/** Undoes the launch of a task, and appends this to the company's decision record. The task is Approved again. */
export function undoLaunch(
  deps: TasksDeps,
  admin: Caller,
  ref: string,
  { reason: given, version }: Undo,
  idempotency: IdempotentRequest,
): Promise<Task> {
  const reason = given.trim()
  if (isBlank(reason)) throw refusedField('reason', REASON_REQUIRED)
  const notPosted = { status: 'Approved', admin_post_comment: null, posted_at: null, posted_on: null, post_links: '{}' } as const
  return withLockedTask(deps, admin, ref, async (trx, task) => {
    if (task.currentStatus !== 'Posted') throw conflict(deps, task, 'task-status', NOT_POSTED)
    requireVersion(deps, task, version)
    const undoId = uuidv7()
    const inSeries = await returnToSeries(trx, task)
    const changed = await changeTask(trx, task, { ...inSeries, ...notPosted })
    await insertUndone(trx, task, { id: undoId, reason, undone_by: admin.id })
    const preview = await previewFacts(trx, changed)
    const by = { channel: 'admin', userId: admin.id } as const
    await appendRecord(trx, deps, changed, { kind: 'undo-launch', decisionId: undoId, preview, by, reason })
    const data = { ...eventPayload(changed), previewNo: preview.previewNo, undoId, reason }
    await addEvent(trx, LaunchUndone, { aggregateId: task._id, version: changed.version, data })
    return idempotency.storeResponse(trx, toTask(changed, deps.store.publicUrl))
  })
}
