import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isRepeatable } from './faults.ts'

const MOST_TRIES = 4
/** Maximum delay before the first retry. The delay is random, so that two conflicting transactions do not conflict again. */
const LONGEST_PAUSE_MS = 50

/**
 * Runs `work` in a transaction. Retries the transaction after serialization failures, deadlocks and stale plans of prepared statements.
 * `work` must change nothing outside the database. For example, it must not delete files, because a rollback does not restore them.
 */
export async function inTransaction<T, R>(db: Kysely<T>, work: (trx: Transaction<T>) => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tries === MOST_TRIES || !isRepeatable(error)) throw error
      await sleep(Math.random() * LONGEST_PAUSE_MS * tries)
    }
  }
}
