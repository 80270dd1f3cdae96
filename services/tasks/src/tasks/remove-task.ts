import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { removeUnreferencedFiles } from '@app/chassis/storage/remove-files.ts'
import { TaskRemoved } from '@app/contracts/events/tasks.ts'
import type { TasksDeps } from '../deps.ts'
import { filesOf } from '../files/task-files.ts'
import { eventPayload } from './event-payload.ts'
import { deleteTask } from './task.repository.ts'
import { requireAllowed, withLockedTask } from './with-locked-task.ts'

/** Removes a task with its history and files. Throws 409 if the status is neither Pending nor Roll Back. */
export async function removeTask(
  deps: TasksDeps,
  caller: Caller,
  ref: string,
  idempotency: IdempotentRequest,
): Promise<{ message: string }> {
  const { removed, reply } = await withLockedTask(deps, caller, ref, async (trx, task) => {
    requireAllowed(deps, task, 'remove')
    await deleteTask(trx, task._id)
    await addEvent(trx, TaskRemoved, { aggregateId: task._id, version: task.version + 1, data: eventPayload(task, deps.store.publicUrl) })
    return { removed: task, reply: await idempotency.storeResponse(trx, { message: 'Task deleted successfully' }) }
  })
  await removeUnreferencedFiles(deps, filesOf(removed))
  return reply
}
