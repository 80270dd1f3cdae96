import type { Caller } from '@app/chassis/http/auth.ts'
import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { TaskPosted } from '@app/contracts/events/tasks.ts'
import type { updateTask as contract, Task } from '@app/contracts/http/tasks.ts'
import type { Transaction } from 'kysely'
import type * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import type { Decider } from '../decisions/decider.ts'
import { markConfirmed } from '../decisions/decision.repository.ts'
import type { TasksDeps } from '../deps.ts'
import { postColumns, postOf } from '../posts/post-values.ts'
import { previewFacts } from '../previews/preview-facts.ts'
import { appendRecord } from '../record/append-record.ts'
import { markDue } from '../series/series.repository.ts'
import { approve } from './approve.ts'
import { eventPayload } from './event-payload.ts'
import { newEntry, referBack } from './refer-back.ts'
import { changeTask, type LockedTask } from './task.repository.ts'
import { toTask } from './task-row.ts'
import { actionFor, isAllowedFor } from './task-transitions.ts'
import { conflict, requireAllowed, requirePreview, requireVersion, withLockedTask } from './with-locked-task.ts'
import { withdrawApproval } from './withdraw-approval.ts'

type Change = Type.Static<typeof contract.schema.body>

const UNCONFIRMED =
  'This approval may come from an email app, not from the company. Ask the company to confirm it, or launch the task anyway.'

async function post(
  trx: Transaction<Tables>,
  deps: TasksDeps,
  task: LockedTask,
  adminId: string,
  { adminPostComment = '', acceptUnconfirmed = false, ...requested }: Change,
): Promise<LockedTask> {
  if (task.approvedPreviewNo !== task.previewNo) throw conflict(deps, task, 'not-approved', 'The owner has not approved this preview yet.')
  const post = postColumns(deps, postOf(deps, task, requested))
  const by = { channel: 'admin', userId: adminId } as const
  if (task.approvalUnconfirmed) {
    if (!acceptUnconfirmed) throw conflict(deps, task, 'approval-unconfirmed', UNCONFIRMED)
    await markConfirmed(trx, task._id, 'admin')
  }
  if (task.seriesId !== null && task.occurrenceDate !== null) await markDue(trx, task.seriesId, task.occurrenceDate)
  const changed = await changeTask(trx, task, { status: 'Posted', admin_post_comment: adminPostComment, ...post })
  const preview = await previewFacts(trx, changed)
  if (task.approvalUnconfirmed) await appendRecord(trx, deps, changed, { kind: 'confirm', preview, by })
  await appendRecord(trx, deps, changed, { kind: 'launch', preview, by })
  const data = { ...eventPayload(changed), previewNo: preview.previewNo }
  await addEvent(trx, TaskPosted, { aggregateId: task._id, version: changed.version, data })
  return changed
}

/** Refers a task back, and adds an entry without feedback to its history. A later request can add the feedback to this entry. */
function referBackWithoutFeedback(trx: Transaction<Tables>, deps: TasksDeps, task: LockedTask, decider: Decider): Promise<LockedTask> {
  return referBack(trx, deps, task, task.rollbackFeedback, newEntry(deps, task, ''), decider)
}

/** Changes the status of a task. If the task already has the status, nothing changes. */
export async function updateTask(
  deps: TasksDeps,
  caller: Caller,
  ref: string,
  requested: Change,
  idempotency: IdempotentRequest,
): Promise<Task> {
  const action = actionFor(requested.currentStatus, caller.role)
  if (!isAllowedFor(caller.role, action)) throw new AppError('not-allowed', 'forbidden', 'You are not allowed to do this.')
  if (requested.adminPostComment && action !== 'post')
    throw refusedField('adminPostComment', 'A comment can be added only when a task is posted.')
  if (requested.acceptUnconfirmed && action !== 'post')
    throw refusedField('acceptUnconfirmed', 'An unconfirmed approval can be accepted only when a task is posted.')
  for (const field of ['postedAt', 'postLinks'] as const)
    if (requested[field] && action !== 'post') throw refusedField(field, 'This can be set only when a task is posted.')
  const decider: Decider = { channel: 'portal', userId: caller.id }

  const move = async (trx: Transaction<Tables>, task: LockedTask): Promise<LockedTask> => {
    const decision = requireAllowed(deps, task, action)
    await requirePreview(trx, deps, task, requested)
    if (decision === 'already-done') return task
    requireVersion(deps, task, requested.version)
    if (action === 'approve') return approve(trx, deps, task, decider)
    if (action === 'withdraw-approval') return withdrawApproval(trx, deps, task, decider)
    if (action === 'post') return post(trx, deps, task, caller.id, requested)
    return referBackWithoutFeedback(trx, deps, task, decider)
  }
  return withLockedTask(deps, caller, ref, async (trx, task) =>
    idempotency.storeResponse(trx, toTask(await move(trx, task), deps.store.publicUrl)),
  )
}
