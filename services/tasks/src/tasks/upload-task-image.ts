import type { Caller } from '@app/chassis/http/auth.ts'
import { refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { StoredFile } from '@app/chassis/storage/store-file.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { contentHashOf } from '@app/contracts/rules/content-hash.ts'
import type { TasksDeps } from '../deps.ts'
import { makeCurrent, nextNumber, requireDeliverable } from '../previews/deliver.ts'
import { newFile } from '../previews/new-file.ts'
import { findSummary, insertPreview, withAlternativeTexts } from '../previews/preview.repository.ts'
import { toTask } from './task-row.ts'
import { withLockedTask } from './with-locked-task.ts'

const IMAGE_REQUIRED = 'Please choose an image to upload'

/**
 * Delivers a preview of one image, with the caption of the previous preview. An equal image keeps its alternative text. The background job
 * scales the image.
 */
export async function uploadTaskImage(
  deps: TasksDeps,
  caller: Caller,
  ref: string,
  image: StoredFile | undefined,
  idempotency: IdempotentRequest,
): Promise<{ task: Task & { image: string } }> {
  if (!image) throw refusedField('image', IMAGE_REQUIRED)
  const { publicUrl } = deps.store
  const file = newFile({ kind: 'image', file: image }, {})
  return withLockedTask(deps, caller, ref, async (trx, task) => {
    await requireDeliverable(trx, deps, task, { isChecked: false, needsCheck: false })
    const caption = task.previewNo === null ? '' : (await findSummary(trx, task._id, task.previewNo)).caption
    const contentHash = await contentHashOf({ caption, fileHashes: [file.sha256] })
    const number = await nextNumber(trx, task)
    const content = { caption, contentHash, files: await withAlternativeTexts(trx, task._id, [file]) }
    const { id, files } = await insertPreview(trx, { ...content, taskId: task._id, createdBy: caller.id, number })
    const changed = await makeCurrent(trx, deps, task, { id, number, files })
    return idempotency.storeResponse(trx, { task: { ...toTask(changed, publicUrl), image: image.url } })
  })
}
