import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { activeContext } from '../logging/context.ts'
import { isRepeatable } from './faults.ts'
import { lockRetries } from './lock-retries.ts'
import { type RequestQueues, requestQueuesOf, TURN_WAIT_MS } from './request-queues.ts'

const MOST_TRIES = 4
/** Maximum delay before the first retry. The delay is random, so that two conflicting transactions do not conflict again. */
const LONGEST_PAUSE_MS = 50

interface TransactionOptions {
  /**
   * Names the row that the transaction locks first. In one process, transactions with the same name run one after the other, and wait
   * without a connection. If callers choose the row, include the caller's id, so that nobody can occupy the rows of others.
   */
  row?: string
}

/** Retries a transaction after conflicts, which certainly had no effect. */
async function withRetries<R>(run: () => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (tries === MOST_TRIES || !isRepeatable(error)) throw error
      await sleep(Math.random() * LONGEST_PAUSE_MS * tries)
    }
  }
}

/**
 * Runs the transaction of a request when it is its turn. If another transaction holds a lock for longer than the pool's `lock_timeout`, the
 * transaction is rolled back, releases its connection and is retried.
 */
async function inTurn<R>({ rows, transactions }: RequestQueues, { row }: TransactionOptions, run: () => Promise<R>): Promise<R> {
  const caller = activeContext()?.caller
  const until = performance.now() + TURN_WAIT_MS
  const remaining = () => Math.max(0, until - performance.now())
  const waitAfter = lockRetries()
  const leaveRow = row === undefined ? undefined : await rows.enter(row)
  try {
    for (;;) {
      const leave = await transactions.enter(caller, { waitMs: remaining() })
      try {
        return await withRetries(run).finally(leave)
      } catch (error) {
        await waitAfter(error)
      }
    }
  } finally {
    leaveRow?.()
  }
}

/**
 * Runs `work` in a transaction. Retries the transaction after serialization failures, deadlocks, stale plans of prepared statements and, in
 * a database for requests, after lock timeouts. `work` must change nothing outside the database. For example, it must not delete files,
 * because a rollback does not restore them. A transaction of a request may wait for its turn, see `RequestQueues`. Throws 503 if it waits
 * too long.
 */
export async function inTransaction<T, R>(
  db: Kysely<T>,
  work: (trx: Transaction<T>) => Promise<R>,
  options: TransactionOptions = {},
): Promise<R> {
  const queues = requestQueuesOf(db)
  const run = () => db.transaction().execute(work)
  return queues ? inTurn(queues, options, run) : withRetries(run)
}
