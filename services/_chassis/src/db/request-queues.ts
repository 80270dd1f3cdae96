import type { Kysely } from 'kysely'
import { AppError, RETRY_AFTER_SECONDS, UNAVAILABLE } from '../http/errors.ts'
import { createFairQueue, type FairQueue } from '../limits/fair-queue.ts'

/** Part of a process's request connections that the transactions of one caller use at the same time. */
const CALLER_SHARE = 0.4
/** How long a request waits for a connection. */
const CONNECTION_WAIT_MS = 5_000
/** How long a transaction waits for its turn, in both queues together. It is shorter than the gateway's time limit for responses. */
export const TURN_WAIT_MS = 6_000

/** The request waited too long. It has changed nothing. */
const waitedFor = (what: string) => (): AppError =>
  new AppError('unavailable', 'unavailable', UNAVAILABLE, { retryAfter: RETRY_AFTER_SECONDS, cause: new Error(`waited too long: ${what}`) })

/** The queues in which the requests of a process wait, in this order, so that a waiting request holds no connection. */
export interface RequestQueues {
  /** Transactions that lock the same row. One of them runs at a time. */
  rows: FairQueue
  /** All transactions. One connection stays free for reads, and each caller has a limit. */
  transactions: FairQueue
  /** All uses of a connection. Each caller has a limit, which is higher than its limit of transactions. */
  connections: FairQueue
}

/** Creates the queues of a pool with `connections` connections. */
export function createRequestQueues(connections: number): RequestQueues {
  const transactionsPerCaller = Math.max(1, Math.floor(connections * CALLER_SHARE))
  return {
    rows: createFairQueue({
      places: Number.POSITIVE_INFINITY,
      placesPerKey: 1,
      waitMs: TURN_WAIT_MS,
      refusal: waitedFor('the row is in use'),
    }),
    transactions: createFairQueue({
      places: Math.max(1, connections - 1),
      placesPerKey: transactionsPerCaller,
      waitMs: TURN_WAIT_MS,
      refusal: waitedFor('other transactions are running'),
    }),
    connections: createFairQueue({
      places: connections,
      placesPerKey: transactionsPerCaller + 1,
      waitMs: CONNECTION_WAIT_MS,
      refusal: waitedFor('all connections to the database are in use'),
    }),
  }
}

const queuesOf = new WeakMap<object, RequestQueues>()

/** Registers the queues of a database for requests, so that `inTransaction` uses them. */
export function setRequestQueues<T>(db: Kysely<T>, queues: RequestQueues): void {
  queuesOf.set(db, queues)
}

/** Returns the queues of a database for requests. Undefined for other databases, for example of background work. */
export const requestQueuesOf = <T>(db: Kysely<T>): RequestQueues | undefined => queuesOf.get(db)
