import { type Kysely, sql } from 'kysely'

/** Name of the advisory lock of a backup that is copying files. */
export const BACKUP_LOCK = 'files'

/**
 * Returns whether a backup is copying files. No file may be deleted then, because the backup copies all files that rows referred to when it
 * began. Call this after the rows that refer to a file are deleted: a backup that begins later does not need the file. Postgres releases
 * the backup's lock when its connection ends.
 */
export async function isBackupRunning<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${BACKUP_LOCK}, 0)) as "isFree"`.execute(db)
  return !rows[0]?.isFree
}
