import { type Kysely, sql } from 'kysely'
import { every } from '../every.ts'
import type { Logger } from '../logger.ts'

const EVERY_MS = 10 * 60_000
const KEPT_DAYS = 14
const MOST_ROWS = 5_000

/** Deletes inbox rows of events too old to be delivered again. Answers whether there may be more. */
export async function purgeInbox<T>(db: Kysely<T>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from inbox where ctid = any(array(
      select ctid from inbox where processed_at < now() - ${KEPT_DAYS} * interval '1 day' limit ${MOST_ROWS}))`.execute(db)
  return numAffectedRows === BigInt(MOST_ROWS)
}

/** Keeps the inbox small. Answers how to stop it. */
export const startPurge = <T>(db: Kysely<T>, log: Logger): (() => Promise<void>) =>
  every({
    ms: EVERY_MS,
    name: 'deleting old inbox rows',
    log,
    async run(signal) {
      while (!signal.aborted && (await purgeInbox(db)));
    },
  })
