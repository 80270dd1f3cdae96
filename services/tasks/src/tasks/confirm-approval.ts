import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { ApprovalConfirmed } from '@app/contracts/events/tasks.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Decider } from '../decisions/decider.ts'
import { markConfirmed } from '../decisions/decision.repository.ts'
import { decisionFacts } from '../decisions/record-decision.ts'
import type { TasksDeps } from '../deps.ts'
import { previewFacts } from '../previews/preview-facts.ts'
import { appendRecord } from '../record/append-record.ts'
import { eventPayload } from './event-payload.ts'
import { changeTask, type LockedTask } from './task.repository.ts'
import { toTask } from './task-row.ts'
import { conflict, withLockedTask } from './with-locked-task.ts'

/** Confirms the unconfirmed approval of a task. */
export async function confirm(trx: Transaction<Tables>, deps: TasksDeps, task: LockedTask, decider: Decider): Promise<LockedTask> {
  await markConfirmed(trx, task._id, decider.channel === 'portal' ? 'owner' : 'review-link')
  const changed = await changeTask(trx, task, { approval_unconfirmed: false })
  await appendRecord(trx, deps, changed, { kind: 'confirm', preview: await previewFacts(trx, changed), by: decider })
  const data = { ...eventPayload(changed), ...decisionFacts(changed, decider) }
  await addEvent(trx, ApprovalConfirmed, { aggregateId: task._id, version: changed.version, data })
  return changed
}

/** Confirms an approval on behalf of the owner in the portal. If the approval is already confirmed, nothing changes. */
export function confirmApproval(deps: TasksDeps, caller: Caller, ref: string, idempotency: IdempotentRequest): Promise<Task> {
  return withLockedTask(deps, caller, ref, async (trx, task) => {
    if (task.currentStatus !== 'Approved') throw conflict(deps, task, 'not-approved', 'This task is not approved.')
    const changed = task.approvalUnconfirmed ? await confirm(trx, deps, task, { channel: 'portal', userId: caller.id }) : task
    return idempotency.storeResponse(trx, toTask(changed, deps.store.publicUrl))
  })
}
