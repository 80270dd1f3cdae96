import type { ScaledPicture } from '@app/chassis/storage/pictures/store-copies.ts'
import { enqueue, type Queue } from '@app/chassis/work/queue.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

export interface QueuedFile {
  previewId: string
  position: number
}

/** Files of previews whose smaller copies are to be made. */
export const previewFiles: Queue<QueuedFile> = { name: 'preview-files' }

interface NewFile {
  position: number
  needs_copies: boolean
}

/** Queues the files of a new preview that need smaller copies. */
export async function queueFiles(trx: Transaction<Tables>, previewId: string, files: readonly NewFile[]): Promise<void> {
  const incomplete = files.filter(({ needs_copies }) => needs_copies)
  await enqueue(
    trx,
    previewFiles,
    incomplete.map(({ position }) => ({ key: `${previewId} ${position}`, payload: { previewId, position } })),
  )
}

export interface IncompleteFile extends QueuedFile {
  taskId: string
  key: string
}

/** Returns a file that needs smaller copies. Undefined if it has them, or if the draft or the task was deleted. */
export async function findIncompleteFile(db: Kysely<Tables>, { previewId, position }: QueuedFile): Promise<IncompleteFile | undefined> {
  return db
    .selectFrom('preview_file')
    .innerJoin('preview', 'preview.id', 'preview_file.preview_id')
    .select(['preview_id as previewId', 'position', 'task_id as taskId', 'key'])
    .where('preview_id', '=', previewId)
    .where('position', '=', position)
    .where('needs_copies', '=', true)
    .executeTakeFirst()
}

/**
 * Stores the smaller copies of a file. Without copies, the file is damaged. Returns false if another worker took over the work and stored
 * them already. The caller must have locked the row of the task.
 */
export async function storeCompletion(
  trx: Transaction<Tables>,
  { previewId, position }: QueuedFile,
  scaled?: ScaledPicture,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update preview_file set
      width = ${scaled?.width ?? null}, height = ${scaled?.height ?? null},
      display_key = ${scaled?.displayKey ?? null}, thumbnail_key = ${scaled?.thumbnailKey ?? null}, needs_copies = false
    where preview_id = ${previewId} and position = ${position} and needs_copies`.execute(trx)
  return Number(numAffectedRows) > 0
}
