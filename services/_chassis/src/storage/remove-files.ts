import type { Kysely } from 'kysely'
import type { Logger } from '../logging/logger.ts'
import { isBackupRunning } from './backup-lock.ts'
import type { ObjectStore } from './object-store.ts'

interface Remove {
  store: ObjectStore
  log: Pick<Logger, 'warn'>
}

/** Deletes files that no row has ever referred to. If this fails, the daily sweep deletes them. */
export async function removeFiles({ store, log }: Remove, keys: readonly string[]): Promise<void> {
  await store.remove(keys).catch((error: unknown) => log.warn({ err: error, keys }, 'could not remove files; the sweep will retry'))
}

/** Deletes files to which no row refers any more. Call this after the commit. During a backup, the files remain until the daily sweep. */
export async function removeUnreferencedFiles<T>({ db, ...from }: Remove & { db: Kysely<T> }, keys: readonly string[]): Promise<void> {
  // If the query fails, a backup may be running, so nothing is deleted.
  if (keys.length > 0 && !(await isBackupRunning(db).catch(() => true))) await removeFiles(from, keys)
}
