import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { THUMBNAIL_BOX } from '@app/chassis/storage/pictures/thumbnail-box.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { StoredThumbnail, Tables } from '../db/tables.ts'
import { runBatches } from '../run-batches.ts'

const BATCH = 50

/** Dimensions of the placeholder of a video or PDF file without a poster. The row of such a file has no dimensions. */
const PLACEHOLDER = { width: 640, height: 360 }

/** The key of a file's thumbnail, and the dimensions of the file itself. */
interface ScaledFile {
  thumbnail_key: string | null
  width: number | null
  height: number | null
}

/** Returns the picture of a file for lists. Null if the file has no smaller copy yet. */
export function thumbnailOf(file: ScaledFile): StoredThumbnail | null {
  if (file.thumbnail_key === null) return null
  const width = file.width ?? PLACEHOLDER.width
  const height = file.height ?? PLACEHOLDER.height
  const scale = Math.min(1, THUMBNAIL_BOX.width / width, THUMBNAIL_BOX.height / height)
  const scaled = (length: number) => Math.max(1, Math.round(length * scale))
  return { key: file.thumbnail_key, width: scaled(width), height: scaled(height) }
}

/**
 * Stores the thumbnail of a preview in the row of its task. If the preview is no longer current, nothing changes. The version of the task
 * stays the same, because the content that the owner decides on does not change. The caller must have locked the task.
 */
export async function storeThumbnail(trx: Transaction<Tables>, previewId: string, thumbnail: StoredThumbnail): Promise<void> {
  await sql`
    update task set done_task_thumbnail = ${JSON.stringify(thumbnail)}
    from preview where preview.id = ${previewId} and task.id = preview.task_id and task.preview_number = preview.number`.execute(trx)
}

/** Stores the thumbnails of a batch of tasks whose files were scaled by a previous release. Skips locked tasks. */
function storeBatch(db: Kysely<Tables>): Promise<number> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<ScaledFile & { previewId: string }>`
      select preview.id as "previewId", file.thumbnail_key, file.width, file.height
      from task
        join preview on preview.task_id = task.id and preview.number = task.preview_number
        join preview_file as file on file.preview_id = preview.id and file.position = 1
      where task.preview_number is not null and task.done_task_thumbnail is null and file.thumbnail_key is not null
      order by task.id limit ${BATCH} for update of task skip locked`.execute(trx)
    for (const { previewId, ...file } of rows) {
      const thumbnail = thumbnailOf(file)
      if (thumbnail) await storeThumbnail(trx, previewId, thumbnail)
    }
    return rows.length
  })
}

/** Stores the missing thumbnails of all tasks. Several replicas may call this function at once. Returns the number of changed tasks. */
export const storeThumbnails = (db: Kysely<Tables>, signal: AbortSignal): Promise<number> => runBatches(() => storeBatch(db), BATCH, signal)
