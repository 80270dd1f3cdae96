import type { Logger } from '@app/chassis/logger.ts'
import { BadFile } from '@app/chassis/storage/inspect.ts'
import { isMissing } from '@app/chassis/storage/measured-client.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { type ScaledPicture, storeCopies, streamOf } from '@app/chassis/storage/pictures/store-copies.ts'
import { removeFiles } from '@app/chassis/storage/remove-files.ts'
import { ATTEMPTS_MAX } from '@app/chassis/work/outcome.ts'
import { IMAGE_MAX_BYTES } from '@app/contracts/primitives.ts'
import { PICTURE_TOO_LARGE } from '@app/contracts/rules/files.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { PREVIEW_FILES } from '../files/task-files.ts'
import { completeFile } from './complete-file.ts'
import { type ClaimedFile, claimFile, postponeFile } from './due-file.repository.ts'

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

async function complete({ db, store, log }: Completion, claimed: ClaimedFile, signal: AbortSignal): Promise<void> {
  const scaled = await copiesOf(store, claimed.key, signal)
  if (!scaled) log.warn({ key: claimed.key }, 'a picture of a preview cannot be decoded, so it has no smaller copies')
  const isStored = await completeFile({ db, store }, claimed, scaled)
  if (!isStored && scaled) await removeFiles({ store, log }, [scaled.displayKey, scaled.thumbnailKey])
}

/**
 * Completes the files that are due: stores smaller copies of pictures. If a file is missing or cannot be read, the job retries it with
 * exponential backoff. After `ATTEMPTS_MAX` attempts, the job gives up. Returns the number of files for which an attempt was made.
 */
export async function completeFiles(completion: Completion, signal: AbortSignal): Promise<number> {
  const { db, log } = completion
  for (let attempted = 0; ; attempted++) {
    const claimed = signal.aborted ? undefined : await claimFile(db)
    if (!claimed) return attempted
    try {
      await complete(completion, claimed, signal)
    } catch (err) {
      // The process is stopping. The file is due again when the claim expires.
      if (signal.aborted) return attempted
      const problem = isMissing(err) ? 'missing' : 'unavailable'
      log.warn({ err, key: claimed.key, attempts: claimed.attempts, problem }, 'a file of a preview could not be read')
      await postponeFile(db, claimed, problem, ATTEMPTS_MAX)
    }
  }
}
