import { type Kysely, sql } from 'kysely'
import type { Logger } from '../logger.ts'
import { createSignal } from './signal.ts'
import type { Stoppable } from './transport.ts'

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

export function startPurge<T>(db: Kysely<T>, log: Logger): Stoppable {
  const signal = createSignal()
  let isStopping = false

  const done = (async () => {
    await signal.wait(EVERY_MS)
    while (!isStopping) {
      const isMore = await purgeInbox(db).catch((error: unknown) => {
        log.warn({ err: error }, 'old inbox rows could not be deleted')
        return false
      })
      await signal.wait(isMore ? 1_000 : EVERY_MS)
    }
  })()

  return {
    async stop() {
      isStopping = true
      signal.raise()
      await done
    },
  }
}
