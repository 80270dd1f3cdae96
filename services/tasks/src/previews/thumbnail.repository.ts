import { THUMBNAIL_BOX } from '@app/chassis/storage/pictures/thumbnail-box.ts'
import { sql, type Transaction } from 'kysely'
import type { StoredThumbnail, Tables } from '../db/tables.ts'

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
