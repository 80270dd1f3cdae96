import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isRepeatable } from './faults.ts'

const MOST_TRIES = 4
/** Two that met once meet again when both wait for the same time. */
const LONGEST_PAUSE_MS = 50

/**
 * Runs `work` in a transaction: all of it happens, or nothing. After a deadlock, a serialization failure or a stale plan the
 * whole transaction runs again. So `work` may run more than once: what a rollback does not undo, such as removing files, belongs after this call.
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
