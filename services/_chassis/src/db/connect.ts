import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { withQueryTimeout } from './query-timeout-client.ts'
import { TransactionDriver } from './transaction-driver.ts'

const TIMESTAMPTZ = 1184
const DATE = 1082
const INT8 = 20

/** ISO 8601 of an instant as Postgres prints it in a UTC session, such as `2026-11-21 03:48:19.12+00`. */
const toInstant = (text: string): string => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`

/** Instants and dates are text, as in the contracts. 8-byte integers are numbers, which our counters fit. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === TIMESTAMPTZ) return toInstant
    if (oid === DATE) return (text: string) => text
    if (oid === INT8) return Number
    return pg.types.getTypeParser(oid, format)
  },
}

/** Limits on waiting for the database, in milliseconds. */
export interface Timeouts {
  /** For a connection: an idle one of the pool, or a new one. */
  connectMs: number
  lockMs: number
  statementMs: number
}

/** A user waits for the response: what takes longer is an outage and is answered with 503. */
export const REQUEST_TIMEOUTS: Timeouts = { connectMs: 2_000, lockMs: 3_000, statementMs: 4_000 }
/** No user waits. A job that fails is retried from its beginning. */
const BACKGROUND_TIMEOUTS: Timeouts = { connectMs: 5_000, lockMs: 10_000, statementMs: 15_000 }
/** Building an index on a large table takes long. Waiting for locks does not. */
export const MIGRATION_TIMEOUTS: Timeouts = { ...BACKGROUND_TIMEOUTS, statementMs: 30 * 60_000 }

/** Postgres cancels a statement at `statement_timeout`. The client's own timeout, for a frozen server or a dead network, is later by this. */
const CANCEL_GRACE_MS = 1_000

/**
 * While a client is in a transaction, the pool does not listen for its errors. Without a listener, a connection that is lost between
 * two queries would end the process. The client's next query fails.
 */
const ignoreLoss = () => {}

export interface ConnectOptions {
  url: string
  /** The service's schema; its tables are then named without it. */
  schema: string
  /** Most connections held at once. */
  max: number
  /** Those of background work by default. */
  timeouts?: Timeouts
  /** Called with the error of a connection that was lost while idle. A query in flight fails by itself. */
  onIdleError: (error: Error) => void
}

/** Connections bound to one schema, in UTC, with timeouts on connecting, locks and statements. */
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

/** Returns a Kysely over this pool. Its `destroy()` closes the pool. */
export const overPool = <T>(pool: pg.Pool): Kysely<T> =>
  new Kysely<T>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new TransactionDriver(pool),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

export const connect = <T>(options: ConnectOptions): Kysely<T> => overPool(openPool(options))
