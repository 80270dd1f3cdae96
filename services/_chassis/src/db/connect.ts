import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import type { FairQueue } from '../limits/fair-queue.ts'
import { withQueryTimeout } from './query-timeout-client.ts'
import { createRequestQueues, type RequestQueues, setRequestQueues } from './request-queues.ts'
import { TransactionDriver } from './transaction-driver.ts'

const TIMESTAMPTZ = 1184
const DATE = 1082
const INT8 = 20

/** Converts a timestamp to ISO 8601. Postgres prints timestamps of a UTC session as `2026-11-21 03:48:19.12+00`. */
const toInstant = (text: string): string => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`

/** Timestamps and dates are strings, as in the contracts. 8-byte integers are numbers, because all our counters are safe integers. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === TIMESTAMPTZ) return toInstant
    if (oid === DATE) return (text: string) => text
    if (oid === INT8) return Number
    return pg.types.getTypeParser(oid, format)
  },
}

export interface Timeouts {
  /** Timeout for getting a connection from the pool, including the time to open a new connection. */
  connectMs: number
  /** Timeout of one wait for a lock. */
  lockMs: number
  statementMs: number
}

/**
 * Timeouts of requests. They are short because a user waits for the response. After a timeout, the request fails with 503. Only after a
 * lock timeout, the statement or transaction is tried again for up to 3 s, so that a wait for a lock does not keep a connection.
 */
const REQUEST_TIMEOUTS: Timeouts = { connectMs: 2_000, lockMs: 100, statementMs: 4_000 }
const BACKGROUND_TIMEOUTS: Timeouts = { connectMs: 5_000, lockMs: 10_000, statementMs: 15_000 }
/** A statement of a migration may take 30 minutes, because building an index on a large table is slow. */
export const MIGRATION_TIMEOUTS: Timeouts = { ...BACKGROUND_TIMEOUTS, statementMs: 30 * 60_000 }

/**
 * The timeout of the `pg` client is this much longer than `statement_timeout`, so that Postgres cancels a slow statement first. The
 * client's timeout detects frozen servers and lost networks.
 */
const CANCEL_GRACE_MS = 1_000

/** The pool listens to errors of idle clients only. Without this listener, the loss of a connection in use would end the process. */
const ignoreLoss = () => {}

export interface ConnectOptions {
  url: string
  /** The service's schema. It becomes the `search_path`, because queries name tables without a schema. */
  schema: string
  max: number
  timeouts?: Timeouts
  /** Called when an idle connection is lost. If a connection is lost during a query, the query fails instead. */
  onIdleError: (error: Error) => void
}

/** Opens a pool. Its connections use one schema, UTC, and timeouts for connecting, locks, statements and idle transactions. */
export function openPool({ url, schema, max, timeouts = BACKGROUND_TIMEOUTS, onIdleError }: ConnectOptions): pg.Pool {
  const { connectMs, lockMs, statementMs } = timeouts
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    Client: withQueryTimeout(statementMs + CANCEL_GRACE_MS),
    options: `-c search_path=${schema} -c TimeZone=UTC -c statement_timeout=${statementMs} -c lock_timeout=${lockMs} -c idle_in_transaction_session_timeout=30000`,
    application_name: schema,
    types,
  })
  pool.on('error', onIdleError)
  pool.on('connect', (client) => client.on('error', ignoreLoss))
  return pool
}

/** Returns a Kysely instance that uses this pool. `destroy()` of the instance closes the pool. */
export const overPool = <T>(pool: pg.Pool, queue?: FairQueue): Kysely<T> =>
  new Kysely<T>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new TransactionDriver(pool, queue),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

export const connect = <T>(options: ConnectOptions): Kysely<T> => overPool(openPool(options))

export interface RequestDatabase<T> {
  db: Kysely<T>
  pool: pg.Pool
  queues: RequestQueues
}

/** Opens the database for requests: with short timeouts, and with queues that distribute the connections fairly between callers. */
export function connectForRequests<T>(options: Omit<ConnectOptions, 'timeouts'>): RequestDatabase<T> {
  const pool = openPool({ ...options, timeouts: REQUEST_TIMEOUTS })
  const queues = createRequestQueues(options.max)
  const db = overPool<T>(pool, queues.connections)
  setRequestQueues(db, queues)
  return { db, pool, queues }
}
