import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { TaskReferredBack } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import type { Rollback, Tables } from '../db/tables.ts'
import { type Decider, hasSigns } from '../decisions/decider.ts'
import { decisionFacts, recordDecision } from '../decisions/record-decision.ts'
import type { TasksDeps } from '../deps.ts'
import { currentPreviewNo } from '../previews/preview-facts.ts'
import { eventPayload } from './event-payload.ts'
import { changeTask, type LockedTask } from './task.repository.ts'

/** Returns a new history entry about the current preview of a task. `picture` is the key of a file in the file store. */
export const newEntry = ({ now }: TasksDeps, task: LockedTask, feedback: string, picture?: string): Rollback => ({
  id: crypto.randomUUID(),
  feedback,
  clientSuggestImage: picture ?? null,
  doneTaskImage: task.doneTaskImage,
  previewNo: currentPreviewNo(task),
  createdAt: now().toISOString(),
})

/** Refers a task back, or adds feedback to a task that was already referred back. */
export async function referBack(
  trx: Transaction<Tables>,
  deps: TasksDeps,
  task: LockedTask,
  earlier: readonly Rollback[],
  entry: Rollback,
  decider: Decider,
): Promise<LockedTask> {
  const marked: Rollback = { ...entry, ...(hasSigns(decider) && { isUnconfirmed: true }) }
  const changed = await changeTask(trx, task, { status: 'Roll Back', rollbacks: JSON.stringify([...earlier, marked]) })
  const isDecision = task.currentStatus !== 'Roll Back'
  const facts = isDecision ? await recordDecision(trx, deps, changed, { kind: 'refer-back', decider }) : decisionFacts(changed, decider)
  const data = { ...eventPayload(changed), ...facts, hasFeedback: entry.feedback !== '', referralId: entry.id }
  await addEvent(trx, TaskReferredBack, { aggregateId: task._id, version: changed.version, data })
  return changed
}
