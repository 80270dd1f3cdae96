import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import type { ScaledPicture } from '@app/chassis/storage/pictures/store-copies.ts'
import { PreviewCompleted } from '@app/contracts/events/tasks.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { findLinks } from '../reviews/review-link.repository.ts'
import { type LockedTask, lockTask } from '../tasks/task.repository.ts'
import { findJustCompleted, type IncompleteFile, storeCompletion } from './incomplete-file.repository.ts'
import { previewData } from './preview-content.ts'
import { storeThumbnail, thumbnailOf } from './thumbnail.repository.ts'

interface Parts {
  db: Kysely<Tables>
  store: Pick<ObjectStore, 'publicUrl'>
}

/**
 * If no file of a preview needs smaller copies any more, publishes the event `PreviewCompleted`. If the preview was delivered more
 * than ten minutes ago, publishes nothing: the email about this preview no longer waits for thumbnails. The event contains the number of
 * this preview, because the task may already have a newer preview.
 */
async function reportCompletion(
  trx: Transaction<Tables>,
  { publicUrl }: Parts['store'],
  task: LockedTask,
  previewId: string,
): Promise<void> {
  const previewNo = await findJustCompleted(trx, previewId)
  if (previewNo === undefined) return
  const reviewLinks = await findLinks(trx, task._id, previewNo)
  const data = await previewData(trx, { ...task, previewNo }, publicUrl, reviewLinks.length > 0 ? { reviewLinks } : {})
  await addEvent(trx, PreviewCompleted, { aggregateId: task._id, version: task.version, data })
}

/**
 * Stores the keys of the smaller copies that a worker made of a file. A damaged picture has no smaller copies. The first file's thumbnail
 * becomes the picture of the task in lists. Returns false if another worker has taken over the work and stored its result, or if the task
 * was removed.
 */
export function completeFile({ db, store }: Parts, file: IncompleteFile, scaled?: ScaledPicture): Promise<boolean> {
  const { taskId, previewId, position } = file
  return inTransaction(db, async (trx) => {
    const task = await lockTask(trx, taskId, undefined)
    if (!task || !(await storeCompletion(trx, file, scaled))) return false
    const thumbnail = scaled && position === 1 && thumbnailOf({ ...scaled, thumbnail_key: scaled.thumbnailKey })
    if (thumbnail) await storeThumbnail(trx, previewId, thumbnail)
    await reportCompletion(trx, store, task, previewId)
    return true
  })
}
