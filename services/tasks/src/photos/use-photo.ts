import type { Reader } from '@app/chassis/http/auth.ts'
import { isRefusal } from '@app/chassis/http/error-handler.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { isMissing } from '@app/chassis/storage/measured-client.ts'
import { removeFiles, removeUnreferencedFiles } from '@app/chassis/storage/remove-files.ts'
import { ReferenceImageChanged } from '@app/contracts/events/tasks.ts'
import type { PhotoFile } from '@app/contracts/http/photos.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { extensions } from '@app/contracts/rules/extensions.ts'
import { v7 as uuidv7 } from 'uuid'
import type { TasksDeps } from '../deps.ts'
import { TASK_FILES } from '../files/task-files.ts'
import { deleteOwnerFiles } from '../quotas/quota.repository.ts'
import { eventPayload } from '../tasks/event-payload.ts'
import { changeTask, findTask } from '../tasks/task.repository.ts'
import { type TaskRow, toTask } from '../tasks/task-row.ts'
import { conflict, requireVersion, taskNotFound, withLockedTask } from '../tasks/with-locked-task.ts'
import { askPhoto } from './ask-photo.ts'

const COPY_LIMIT_MS = 30_000

const photoNotFound = (): AppError => new AppError('photo-not-found', 'not-found', 'Photo not found')

/** Copies a private photo to the public files of tasks, and returns the key of the copy. */
async function copyPhoto({ store }: TasksDeps, { key: from, contentType }: PhotoFile): Promise<string> {
  const key = `${TASK_FILES}${uuidv7()}.${extensions[contentType] ?? ''}`
  try {
    await store.put(key, await store.get(from), contentType, AbortSignal.timeout(COPY_LIMIT_MS))
    return key
  } catch (error) {
    // The owner removed the photo in the meantime.
    throw isMissing(error) ? photoNotFound() : error
  }
}

function requireChangeable(deps: TasksDeps, task: TaskRow, version: number | undefined): void {
  if (task.currentStatus === 'Posted') throw conflict(deps, task, 'task-posted', 'This task is already posted.')
  requireVersion(deps, task, version)
}

/**
 * Makes a copy of an owner's photo the reference image of a task. The owner may later remove the photo. The copy does not count toward the
 * quota, because the photo does. Throws 404 for a photo of another company, and 409 with the current task if `version` is old or the task is
 * posted.
 */
export async function usePhoto(
  deps: TasksDeps,
  admin: Reader,
  ref: string,
  { photoId, version }: { photoId: string; version?: number | undefined },
  idempotency: IdempotentRequest,
): Promise<Task> {
  const found = await findTask(deps.db, ref, undefined)
  if (!found) throw taskNotFound()
  requireChangeable(deps, found, version)
  const { authorization } = admin
  const photo = await askPhoto(deps.documentsUrl, { photoId, companyId: found.companyProfileId, authorization })
  if (!photo) throw photoNotFound()
  const copy = await copyPhoto(deps, photo)
  try {
    const { replaced, reply } = await withLockedTask(deps, admin, ref, async (trx, task) => {
      requireChangeable(deps, task, version)
      // Other tasks of a series may have the same reference image. The daily sweep deletes the image when none has it any longer.
      const replaced = task.seriesId === null && task.referenceImage ? [task.referenceImage] : []
      await deleteOwnerFiles(trx, replaced)
      const changed = await changeTask(trx, task, { reference_image: copy })
      await addEvent(trx, ReferenceImageChanged, { aggregateId: task._id, version: changed.version, data: eventPayload(changed) })
      return { replaced, reply: await idempotency.storeResponse(trx, toTask(changed, deps.store.publicUrl)) }
    })
    await removeUnreferencedFiles(deps, replaced)
    return reply
  } catch (error) {
    // After an unexpected error, the task may refer to the copy. The daily sweep removes a copy to which no task refers.
    if (isRefusal(error)) await removeFiles(deps, [copy])
    throw error
  }
}
