import { type Kysely, sql } from 'kysely'

/** Name of the advisory lock that a backup holds while it copies files. */
export const BACKUP_LOCK = 'files'

/**
 * Returns whether a backup is copying files, so that no file may be deleted: the backup copies all files that rows named when it
 * began. Call it after the rows that name a file are gone; a backup that begins later does not need the file. Postgres releases the
 * backup's lock when its connection ends.
 */
export async function isBackupRunning<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${BACKUP_LOCK}, 0)) as "isFree"`.execute(db)
  return !rows[0]?.isFree
}
