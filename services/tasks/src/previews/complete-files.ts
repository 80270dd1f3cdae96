import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Logger } from '@app/chassis/logging/logger.ts'
import { BadFile } from '@app/chassis/storage/inspect.ts'
import { isMissing } from '@app/chassis/storage/measured-client.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { type ScaledPicture, storeCopies, streamOf } from '@app/chassis/storage/pictures/store-copies.ts'
import { removeFiles } from '@app/chassis/storage/remove-files.ts'
import type { WorkItem } from '@app/chassis/work/attempt.ts'
import { done, failed, type Outcome, retry } from '@app/chassis/work/outcome.ts'
import { IMAGE_MAX_BYTES } from '@app/contracts/primitives.ts'
import { PICTURE_TOO_LARGE } from '@app/contracts/rules/files.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { PREVIEW_FILES } from '../files/task-files.ts'
import { lockTask } from '../tasks/task.repository.ts'
import { findIncompleteFile, type IncompleteFile, previewFiles, type QueuedFile, storeCompletion } from './incomplete-file.repository.ts'
import { storeThumbnail, thumbnailOf } from './thumbnail.repository.ts'

/**
 * Stores the keys of the smaller copies that a worker made of a file. A damaged picture has no smaller copies. The first file's thumbnail
 * becomes the picture of the task in lists. Returns false if another worker has taken over the work and stored its result, or if the task
 * was removed.
 */
function completeFile(db: Kysely<Tables>, file: IncompleteFile, scaled?: ScaledPicture): Promise<boolean> {
  const { taskId, previewId, position } = file
  return inTransaction(db, async (trx) => {
    const task = await lockTask(trx, taskId, undefined)
    if (!task || !(await storeCompletion(trx, file, scaled))) return false
    const thumbnail = scaled && position === 1 && thumbnailOf({ ...scaled, thumbnail_key: scaled.thumbnailKey })
    if (thumbnail) await storeThumbnail(trx, previewId, thumbnail)
    return true
  })
}

export interface Completion {
  db: Kysely<Tables>
  store: ObjectStore
  log: Logger
}

/** Reads a picture into memory. Throws if it is larger than every picture that is received. */
async function readPicture(store: ObjectStore, key: string, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of (await store.get(key)) as AsyncIterable<Buffer>) {
    signal.throwIfAborted()
    bytes += chunk.length
    if (bytes > IMAGE_MAX_BYTES) throw new BadFile(PICTURE_TOO_LARGE)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Stores the smaller copies of a picture and returns their keys. Undefined if the picture cannot be decoded. */
async function copiesOf(store: ObjectStore, key: string, signal: AbortSignal): Promise<ScaledPicture | undefined> {
  try {
    const picture = await readPicture(store, key, signal)
    const open = async () => streamOf(picture)
    return await storeCopies(store, PREVIEW_FILES, { bytes: picture.length, open, caller: 'completion', signal })
  } catch (error) {
    if (error instanceof BadFile) return undefined
    throw error
  }
}

async function complete({ db, store, log }: Completion, file: IncompleteFile, signal: AbortSignal): Promise<Outcome> {
  const scaled = await copiesOf(store, file.key, signal)
  const isStored = await completeFile(db, file, scaled)
  if (!isStored && scaled) await removeFiles({ store, log }, [scaled.displayKey, scaled.thumbnailKey])
  // A picture that cannot be decoded has no smaller copies.
  return scaled ? done : failed('damaged')
}

/**
 * Returns the work of completing the files of previews: smaller copies of pictures. A file that is missing or cannot be read is retried.
 */
export function completionWork(completion: Completion) {
  const { db, log } = completion
  return {
    db,
    queue: previewFiles,
    // Pictures of users and this work share the processes that scale pictures.
    capacity: 1,
    log,
    async handle({ payload, signal }: WorkItem<QueuedFile>): Promise<Outcome> {
      const file = await findIncompleteFile(db, payload)
      if (!file) return done
      try {
        return await complete(completion, file, signal)
      } catch (err) {
        if (signal.aborted) return retry('stopped')
        const reason = isMissing(err) ? 'missing' : 'unavailable'
        log.warn({ err, key: file.key, reason }, 'a file of a preview could not be read')
        return retry(reason)
      }
    },
  }
}
