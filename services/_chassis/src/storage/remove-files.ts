import type { Kysely } from 'kysely'
import type { Logger } from '../logger.ts'
import { isBackupRunning } from './backup-lock.ts'
import type { ObjectStore } from './object-store.ts'

interface Remove {
  store: ObjectStore
  log: Pick<Logger, 'warn'>
}

/** Deletes files that no row has referenced. Files that cannot be deleted are left to the daily sweep. */
export async function removeFiles({ store, log }: Remove, keys: readonly string[]): Promise<void> {
  await store.remove(keys).catch((error: unknown) => log.warn({ err: error, keys }, 'could not remove files; the sweep will'))
}

/** Deletes files after the commit that removed the last reference to them. While a backup runs, they are left to the daily sweep. */
export async function removeUnreferencedFiles<T>({ db, ...from }: Remove & { db: Kysely<T> }, keys: readonly string[]): Promise<void> {
  // If the query fails, a backup may be running.
  if (keys.length > 0 && !(await isBackupRunning(db).catch(() => true))) await removeFiles(from, keys)
}
