import { AppError, refusedField } from '@app/chassis/errors.ts'
import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { ApprovalWithdrawn, TaskApproved, TaskPosted } from '@app/contracts/events/tasks.ts'
import type { updateTask as contract, Task } from '@app/contracts/http/tasks.ts'
import type { Transaction } from 'kysely'
import type * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { currentContentHash, decisionFacts, previewFacts } from '../previews/preview-facts.ts'
import { eventPayload } from './event-payload.ts'
import { referBack } from './refer-back.ts'
import { changeTask, type LockedTask } from './task.repository.ts'
import { toTask } from './task-row.ts'
import { actionFor, isAllowedFor } from './task-transitions.ts'
import { conflict, requireAllowed, requirePreview, requireVersion, withLockedTask } from './with-locked-task.ts'

type Change = Type.Static<typeof contract.schema.body>

async function approve(trx: Transaction<Tables>, { store }: TasksDeps, task: LockedTask, decidedBy: string): Promise<LockedTask> {
  const changed = await changeTask(trx, task, { status: 'Approved', approved_preview_number: task.previewNo })
  const data = { ...eventPayload(changed, store.publicUrl), ...(await decisionFacts(trx, changed, decidedBy)) }
  await addEvent(trx, TaskApproved, { aggregateId: task._id, version: changed.version, data })
  return changed
}

async function withdrawApproval(trx: Transaction<Tables>, { store }: TasksDeps, task: LockedTask, decidedBy: string): Promise<LockedTask> {
  const changed = await changeTask(trx, task, { status: 'Pending', approved_preview_number: null })
  const data = { ...eventPayload(changed, store.publicUrl), ...(await decisionFacts(trx, changed, decidedBy)) }
  await addEvent(trx, ApprovalWithdrawn, { aggregateId: task._id, version: changed.version, data })
  return changed
}

async function post(trx: Transaction<Tables>, deps: TasksDeps, task: LockedTask, adminPostComment: string): Promise<LockedTask> {
  if (task.approvedPreviewNo !== task.previewNo) throw conflict(deps, task, 'not-approved', 'The owner has not approved this preview yet.')
  const changed = await changeTask(trx, task, { status: 'Posted', admin_post_comment: adminPostComment })
  const data = { ...eventPayload(changed, deps.store.publicUrl), ...(await previewFacts(trx, changed)), adminPostComment }
  await addEvent(trx, TaskPosted, { aggregateId: task._id, version: changed.version, data })
  return changed
}

/** Adds an entry without feedback to the history. A later request can add the feedback to the entry. */
function referBackWithoutFeedback(trx: Transaction<Tables>, deps: TasksDeps, task: LockedTask, decidedBy: string): Promise<LockedTask> {
  const createdAt = deps.now().toISOString()
  const entry = { id: crypto.randomUUID(), feedback: '', clientSuggestImage: null, doneTaskImage: task.doneTaskImage, createdAt }
  return referBack(trx, deps, task, task.rollbackFeedback, entry, decidedBy)
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

  const move = async (trx: Transaction<Tables>, task: LockedTask): Promise<LockedTask> => {
    const decision = requireAllowed(deps, task, action)
    requirePreview(deps, task, requested, requested.contentHash && (await currentContentHash(trx, task)))
    if (decision === 'already-done') return task
    requireVersion(deps, task, requested.version)
    if (action === 'approve') return approve(trx, deps, task, caller.id)
    if (action === 'withdraw-approval') return withdrawApproval(trx, deps, task, caller.id)
    if (action === 'post') return post(trx, deps, task, requested.adminPostComment ?? '')
    return referBackWithoutFeedback(trx, deps, task, caller.id)
  }
  return withLockedTask(deps, caller, ref, async (trx, task) =>
    idempotency.storeResponse(trx, toTask(await move(trx, task), deps.store.publicUrl)),
  )
}
