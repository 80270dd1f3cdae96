import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { TaskApproved } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type Decider, hasSigns } from '../decisions/decider.ts'
import { recordDecision } from '../decisions/record-decision.ts'
import type { TasksDeps } from '../deps.ts'
import { eventPayload } from './event-payload.ts'
import { changeTask, type LockedTask } from './task.repository.ts'

/** Approves the current preview. If the decision has signs of a machine, the approval is unconfirmed. */
export async function approve(trx: Transaction<Tables>, deps: TasksDeps, task: LockedTask, decider: Decider): Promise<LockedTask> {
  const change = { status: 'Approved', approved_preview_number: task.previewNo, approval_unconfirmed: hasSigns(decider) } as const
  const changed = await changeTask(trx, task, change)
  const data = { ...eventPayload(changed), ...(await recordDecision(trx, deps, changed, { kind: 'approve', decider })) }
  await addEvent(trx, TaskApproved, { aggregateId: task._id, version: changed.version, data })
  return changed
}
