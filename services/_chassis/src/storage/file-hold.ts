import { type Kysely, sql } from 'kysely'

/** Names the advisory lock of the database that a backup has for as long as it copies files. */
export const FILE_HOLD = 'files'

/**
 * Whether files are to stay for now, since a backup copies what rows named when it began. Asked once no row names them any more:
 * a backup that begins after the answer finds them named by none, either. Its lock goes with its connection, however that ends.
 */
export async function areFilesHeld<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${FILE_HOLD}, 0)) as "isFree"`.execute(db)
  return !rows[0]?.isFree
}
