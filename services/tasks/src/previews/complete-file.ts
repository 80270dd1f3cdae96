import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { ScaledPicture } from '@app/chassis/storage/pictures/store-copies.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { lockTask } from '../tasks/task.repository.ts'
import { type IncompleteFile, storeCompletion } from './incomplete-file.repository.ts'
import { storeThumbnail, thumbnailOf } from './thumbnail.repository.ts'

/**
 * Stores the keys of the smaller copies that a worker made of a file. A damaged picture has no smaller copies. The first file's thumbnail
 * becomes the picture of the task in lists. Returns false if another worker has taken over the work and stored its result, or if the task
 * was removed.
 */
export function completeFile(db: Kysely<Tables>, file: IncompleteFile, scaled?: ScaledPicture): Promise<boolean> {
  const { taskId, previewId, position } = file
  return inTransaction(db, async (trx) => {
    const task = await lockTask(trx, taskId, undefined)
    if (!task || !(await storeCompletion(trx, file, scaled))) return false
    const thumbnail = scaled && position === 1 && thumbnailOf({ ...scaled, thumbnail_key: scaled.thumbnailKey })
    if (thumbnail) await storeThumbnail(trx, previewId, thumbnail)
    return true
  })
}
