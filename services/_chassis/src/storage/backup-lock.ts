import { type Kysely, sql } from 'kysely'

/** Name of the advisory lock that a backup holds while it copies files. */
export const BACKUP_LOCK = 'files'

/**
 * Whether a backup is copying files. Until the backup ends, files that had references at its start must not be deleted. Call this
 * after the references to a file are deleted: a backup that begins later does not need the file.
 */
export async function isBackupRunning<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${BACKUP_LOCK}, 0)) as "isFree"`.execute(db)
  return !rows[0]?.isFree
}
