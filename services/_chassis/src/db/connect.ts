import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { PooledDriver } from './pooled-driver.ts'

const TIMESTAMPTZ = 1184
const DATE = 1082
const INT8 = 20

/** `2026-11-21 03:48:19.12+00`, as a UTC session prints it, in ISO 8601. */
const toInstant = (text: string): string => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`

/**
 * How column values arrive: instants and dates as text, since building and printing `Date`s costs a quarter of a list
 * request (measured), and 8-byte integers as numbers, which our counters fit.
 */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === TIMESTAMPTZ) return toInstant
    if (oid === DATE) return (text: string) => text
    if (oid === INT8) return Number
    return pg.types.getTypeParser(oid, format)
  },
}

const STATEMENT_MS = 15_000
/** By then Postgres itself has ended the statement, unless the connection is dead. */
const ANSWER_GRACE_MS = 5_000

export interface ConnectOptions {
  url: string
  /** The service's schema; its tables are then named without it. */
  schema: string
  /** Most connections held at once. */
  max: number
  /** How long a statement may take, in milliseconds; 15 s unless told. */
  statementMs?: number
  /** Hears of connections lost while idle; queries in flight fail by themselves. */
  onIdleError: (error: Error) => void
}

/** A kysely over a pool, bound to one schema, in UTC, with time-outs on connecting, locks and statements. */
export function connect<T>({ url, schema, max, statementMs = STATEMENT_MS, onIdleError }: ConnectOptions): Kysely<T> {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    query_timeout: statementMs + ANSWER_GRACE_MS,
    options: `-c search_path=${schema} -c TimeZone=UTC -c statement_timeout=${statementMs} -c lock_timeout=10000 -c idle_in_transaction_session_timeout=30000`,
    application_name: schema,
    types,
  })
  pool.on('error', onIdleError)
  return new Kysely<T>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PooledDriver(pool),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
