import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { PreviewWithdrawn } from '@app/contracts/events/tasks.ts'
import type { withdrawPreview as contract } from '@app/contracts/http/corrections.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { canReview } from '@app/contracts/rules/task-status.ts'
import type { Transaction } from 'kysely'
import type * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { eventPayload } from '../tasks/event-payload.ts'
import { changeTask, type LockedTask, type TaskChange } from '../tasks/task.repository.ts'
import { toTask } from '../tasks/task-row.ts'
import { conflict, requireVersion, withLockedTask } from '../tasks/with-locked-task.ts'
import { currentColumns } from './deliver.ts'
import { findPreviews, markWithdrawn } from './preview.repository.ts'

type Withdrawal = Type.Static<typeof contract.schema.body>

const NOT_WAITING = 'Only a preview that waits for a decision can be withdrawn.'

const withoutPreview: TaskChange = {
  status: 'Pending',
  done_task_image: null,
  done_task_thumbnail: null,
  preview_number: null,
  approved_preview_number: null,
  preview_brief_version: null,
  reminded_at: null,
}

/**
 * Returns the columns of a task that make the newest delivered preview before `previewNo` current again. If this preview was referred back,
 * the task gets the picture of the referral, by which lists recognize that the preview does not wait for a decision.
 */
async function previousColumns(trx: Transaction<Tables>, { _id, rollbackFeedback }: LockedTask, previewNo: number): Promise<TaskChange> {
  const [previous] = await findPreviews(trx, _id, { forTeam: false, before: previewNo, limit: 1 })
  if (!previous || previous.number === null) return withoutPreview
  const columns = { ...currentColumns(previous.number, previous.files), preview_brief_version: previous.brief_version }
  const referral = rollbackFeedback.at(-1)
  return referral?.previewNo === previous.number
    ? { ...columns, status: 'Roll Back', done_task_image: referral.doneTaskImage }
    : { ...columns, status: 'Pending' }
}

/**
 * Withdraws the current preview, which was delivered by mistake. Throws 409 if it does not wait for a decision, or if another preview is
 * current. Emails about it that are not sent yet become obsolete, and its review links show that it was withdrawn.
 */
export function withdrawPreview(
  deps: TasksDeps,
  admin: Caller,
  ref: string,
  { previewNo, reason = '', version }: Withdrawal,
  idempotency: IdempotentRequest,
): Promise<Task> {
  return withLockedTask(deps, admin, ref, async (trx, task) => {
    if (!canReview(task) || task.previewNo !== previewNo) throw conflict(deps, task, 'not-waiting', NOT_WAITING)
    requireVersion(deps, task, version)
    await markWithdrawn(trx, task._id, previewNo, admin.id, reason.trim())
    const changed = await changeTask(trx, task, await previousColumns(trx, task, previewNo))
    await addEvent(trx, PreviewWithdrawn, {
      aggregateId: task._id,
      version: changed.version,
      data: { ...eventPayload(changed), previewNo, currentPreviewNo: changed.previewNo, isWaiting: canReview(changed) },
    })
    return idempotency.storeResponse(trx, toTask(changed, deps.store.publicUrl))
  })
}
