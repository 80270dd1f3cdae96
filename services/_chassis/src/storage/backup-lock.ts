import { type Kysely, sql } from 'kysely'

/** Name of the advisory lock that a backup holds while it copies files. */
export const BACKUP_LOCK = 'files'

/**
 * Whether a backup is copying files. A backup copies the files to which rows referred when the backup began, so these files must not be
 * deleted before the backup ends. Call this function after the last reference to a file is deleted: a backup that begins later does not
 * need the file.
 */
export async function isBackupRunning<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${BACKUP_LOCK}, 0)) as "isFree"`.execute(db)
  return !rows[0]?.isFree
}
