import type { Kysely } from 'kysely'
import type { Logger } from '../logger.ts'
import { areFilesHeld } from './file-hold.ts'
import type { ObjectStore } from './object-store.ts'

interface Remove {
  store: ObjectStore
  log: Pick<Logger, 'warn'>
}

/** Removes files that no row has named. What fails here is left to the daily sweep. */
export async function removeFiles({ store, log }: Remove, keys: readonly string[]): Promise<void> {
  await store.remove(keys).catch((error: unknown) => log.warn({ err: error, keys }, 'could not remove files; the sweep will'))
}

/** Removes files that rows have let go of, after that commit; what a backup may still want is left to the sweep. */
export async function removeReleased<T>({ db, ...from }: Remove & { db: Kysely<T> }, keys: readonly string[]): Promise<void> {
  // Whoever cannot be told leaves them.
  if (keys.length > 0 && !(await areFilesHeld(db).catch(() => true))) await removeFiles(from, keys)
}
