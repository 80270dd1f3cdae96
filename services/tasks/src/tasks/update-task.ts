import { AppError, refusedField } from '@app/chassis/errors.ts'
import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { TaskApproved, TaskPosted } from '@app/contracts/events/tasks.ts'
import type { updateTask as contract, Task } from '@app/contracts/http/tasks.ts'
import type { Transaction } from 'kysely'
import type * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { eventPayload } from './event-payload.ts'
import { referBack } from './refer-back.ts'
import { changeTask, type LockedTask } from './task.repository.ts'
import { toTask } from './task-row.ts'
import { actionFor, isAllowedFor } from './task-transitions.ts'
import { requireAllowed, requireVersion, withLockedTask } from './with-locked-task.ts'

type Change = Type.Static<typeof contract.schema.body>

async function approve(trx: Transaction<Tables>, { store }: TasksDeps, task: LockedTask): Promise<LockedTask> {
  const changed = await changeTask(trx, task, { status: 'Approved' })
  await addEvent(trx, TaskApproved, { aggregateId: task._id, version: changed.version, data: eventPayload(changed, store.publicUrl) })
  return changed
}

async function post(trx: Transaction<Tables>, { store }: TasksDeps, task: LockedTask, adminPostComment: string): Promise<LockedTask> {
  const changed = await changeTask(trx, task, { status: 'Posted', admin_post_comment: adminPostComment })
  const data = { ...eventPayload(changed, store.publicUrl), adminPostComment }
  await addEvent(trx, TaskPosted, { aggregateId: task._id, version: changed.version, data })
  return changed
}

/** Adds an entry without feedback to the history. A later request can add the feedback to the entry. */
function referBackWithoutFeedback(trx: Transaction<Tables>, deps: TasksDeps, task: LockedTask): Promise<LockedTask> {
  const createdAt = deps.now().toISOString()
  const entry = { id: crypto.randomUUID(), feedback: '', clientSuggestImage: null, doneTaskImage: task.doneTaskImage, createdAt }
  return referBack(trx, deps, task, task.rollbackFeedback, entry)
}

/** Changes the status of a task. If the task already has the status, nothing changes. */
export async function updateTask(
  deps: TasksDeps,
  caller: Caller,
  ref: string,
  requested: Change,
  idempotency: IdempotentRequest,
): Promise<Task> {
  const action = actionFor[requested.currentStatus]
  if (!isAllowedFor(caller.role, action)) throw new AppError('not-allowed', 'forbidden', 'You are not allowed to do this.')
  if (requested.adminPostComment && action !== 'post')
    throw refusedField('adminPostComment', 'A comment can be added only when a task is posted.')

  const move = async (trx: Transaction<Tables>, task: LockedTask): Promise<LockedTask> => {
    if (requireAllowed(deps, task, action) === 'already-done') return task
    requireVersion(deps, task, requested.version)
    if (action === 'approve') return approve(trx, deps, task)
    if (action === 'post') return post(trx, deps, task, requested.adminPostComment ?? '')
    return referBackWithoutFeedback(trx, deps, task)
  }
  return withLockedTask(deps, caller, ref, async (trx, task) =>
    idempotency.storeResponse(trx, toTask(await move(trx, task), deps.store.publicUrl)),
  )
}
