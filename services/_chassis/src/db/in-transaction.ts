import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isRepeatable } from './faults.ts'

const MOST_TRIES = 4
/** Two that met once meet again when both wait for the same time. */
const LONGEST_PAUSE_MS = 50

/**
 * Runs `work` in a transaction: all of it happens, or nothing. It is done again when another transaction stood in its
 * way, and when a migration changed a table under it. So `work` must bear to run more than once: what a rollback does
 * not undo, such as removing files, is done after this.
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
