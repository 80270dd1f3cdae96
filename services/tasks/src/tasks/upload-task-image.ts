import { refusedField } from '@app/chassis/errors.ts'
import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { removeUnreferencedFiles } from '@app/chassis/storage/remove-files.ts'
import type { StoredFile } from '@app/chassis/storage/store-file.ts'
import { PreviewUploaded } from '@app/contracts/events/tasks.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { TasksDeps } from '../deps.ts'
import { filesOf } from '../files/task-files.ts'
import { eventPayload } from './event-payload.ts'
import { changeTask } from './task.repository.ts'
import { toTask } from './task-row.ts'
import { requireAllowed, withLockedTask } from './with-locked-task.ts'

const IMAGE_REQUIRED = 'Please choose an image to upload'

/** Delivers a preview. Deletes the previous preview, unless the history of the task refers to it. */
export async function uploadTaskImage(
  deps: TasksDeps,
  caller: Caller,
  ref: string,
  image: StoredFile | undefined,
  idempotency: IdempotentRequest,
): Promise<{ task: Task & { image: string } }> {
  if (!image) throw refusedField('image', IMAGE_REQUIRED)
  const { store } = deps
  const { before, after, reply } = await withLockedTask(deps, caller, ref, async (trx, task) => {
    requireAllowed(deps, task, 'deliver-preview')
    const changed = await changeTask(trx, task, { status: 'Pending', done_task_image: image.key })
    await addEvent(trx, PreviewUploaded, { aggregateId: task._id, version: changed.version, data: eventPayload(changed, store.publicUrl) })
    const reply = await idempotency.storeResponse(trx, { task: { ...toTask(changed, store.publicUrl), image: image.url } })
    return { before: task, after: changed, reply }
  })
  const kept = new Set(filesOf(after))
  await removeUnreferencedFiles(
    deps,
    filesOf(before).filter((key) => !kept.has(key)),
  )
  return reply
}
