import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { ApprovalWithdrawn } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Decider } from '../decisions/decider.ts'
import { recordDecision } from '../decisions/record-decision.ts'
import type { TasksDeps } from '../deps.ts'
import { eventPayload } from './event-payload.ts'
import { changeTask, type LockedTask } from './task.repository.ts'

/** Withdraws the approval of the current preview. The task becomes Pending. */
export async function withdrawApproval(
  trx: Transaction<Tables>,
  deps: TasksDeps,
  task: LockedTask,
  decider: Decider,
  reason?: string,
): Promise<LockedTask> {
  const changed = await changeTask(trx, task, { status: 'Pending', approved_preview_number: null })
  const facts = await recordDecision(trx, deps, changed, { kind: 'undo', decider, reason })
  const data = { ...eventPayload(changed), ...facts, ...(reason && { reason }) }
  await addEvent(trx, ApprovalWithdrawn, { aggregateId: task._id, version: changed.version, data })
  return changed
}
