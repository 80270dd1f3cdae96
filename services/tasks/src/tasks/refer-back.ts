import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { TaskReferredBack } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import type { Rollback, Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { decisionFacts } from '../previews/preview-facts.ts'
import { eventPayload } from './event-payload.ts'
import { changeTask, type LockedTask } from './task.repository.ts'
import { urlOf } from './task-row.ts'

/** Refers a task back. `decidedBy` is the id of the owner. */
export async function referBack(
  trx: Transaction<Tables>,
  { store }: TasksDeps,
  task: LockedTask,
  earlier: readonly Rollback[],
  entry: Rollback,
  decidedBy: string,
): Promise<LockedTask> {
  const numbered = { ...entry, ...(task.previewNo !== null && { previewNo: task.previewNo }) }
  const changed = await changeTask(trx, task, { status: 'Roll Back', rollbacks: JSON.stringify([...earlier, numbered]) })
  const { id: referralId, feedback } = entry
  const clientSuggestImage = urlOf(entry.clientSuggestImage, store.publicUrl)
  await addEvent(trx, TaskReferredBack, {
    aggregateId: task._id,
    version: changed.version,
    data: {
      ...eventPayload(changed, store.publicUrl),
      ...(await decisionFacts(trx, changed, decidedBy)),
      feedback,
      clientSuggestImage,
      referralId,
    },
  })
  return changed
}
