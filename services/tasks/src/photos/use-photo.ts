import type { Reader } from '@app/chassis/http/auth.ts'
import { isRefusal } from '@app/chassis/http/error-handler.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { isMissing } from '@app/chassis/storage/measured-client.ts'
import { removeFiles, removeUnreferencedFiles } from '@app/chassis/storage/remove-files.ts'
import type { PhotoFile } from '@app/contracts/http/photos.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { extensions } from '@app/contracts/rules/extensions.ts'
import { v7 as uuidv7 } from 'uuid'
import { changeBrief } from '../briefs/change-brief.ts'
import { releaseImage } from '../briefs/release-image.ts'
import type { TasksDeps } from '../deps.ts'
import { TASK_FILES } from '../files/task-files.ts'
import { findTask } from '../tasks/task.repository.ts'
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
 * Makes a copy of an owner's photo the reference image of a task, which is a change of the brief. The owner may later remove the photo. The
 * copy does not count toward the quota, because the photo does. Throws 404 for a photo of another company, and 409 with the current task if
 * `version` is old or the task is posted.
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
    const { unused, reply } = await withLockedTask(deps, admin, ref, async (trx, task) => {
      requireChangeable(deps, task, version)
      const unused = await releaseImage(trx, task)
      const changed = await changeBrief(trx, deps, task, admin, { referenceImage: copy })
      return { unused, reply: await idempotency.storeResponse(trx, toTask(changed, deps.store.publicUrl)) }
    })
    if (unused) await removeUnreferencedFiles(deps, [unused])
    return reply
  } catch (error) {
    // After an unexpected error, the task may refer to the copy. The daily sweep removes a copy to which no task refers.
    if (isRefusal(error)) await removeFiles(deps, [copy])
    throw error
  }
}
