import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { driverSocket } from './message-socket.ts'
import { clientsWithPatience } from './patient-client.ts'
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

/** How long somebody waits for the database, in milliseconds. */
interface Patience {
  /** For a connection: a free one of the pool, or a new one. */
  connectMs: number
  lockMs: number
  statementMs: number
}

/** Somebody sits before a screen: what takes longer is an outage, and better said soon. */
export const REQUEST_PATIENCE: Patience = { connectMs: 2_000, lockMs: 3_000, statementMs: 4_000 }
/** Nobody looks on, and giving up only means to begin again. */
const BACKGROUND_PATIENCE: Patience = { connectMs: 5_000, lockMs: 10_000, statementMs: 15_000 }
/** An index on a large table takes its time. Waiting for another's locks does not get longer by this. */
export const MIGRATION_PATIENCE: Patience = { ...BACKGROUND_PATIENCE, statementMs: 30 * 60_000 }

/** By then Postgres itself has ended the statement, unless it is frozen, or the line dead. */
const ANSWER_GRACE_MS = 1_000

/**
 * A client in a transaction has no other listener, and one that is lost between two queries would end the process. Its
 * next query fails and says so.
 */
const ignoreLoss = () => {}

export interface ConnectOptions {
  url: string
  /** The service's schema; its tables are then named without it. */
  schema: string
  /** Most connections held at once. */
  max: number
  /** That of background work unless told. */
  patience?: Patience
  /** Hears of connections lost while idle; queries in flight fail by themselves. */
  onIdleError: (error: Error) => void
}

/** Connections bound to one schema, in UTC, with time-outs on connecting, locks and statements. */
export function openPool({ url, schema, max, patience = BACKGROUND_PATIENCE, onIdleError }: ConnectOptions): pg.Pool {
  const { connectMs, lockMs, statementMs } = patience
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    Client: clientsWithPatience(statementMs + ANSWER_GRACE_MS),
    options: `-c search_path=${schema} -c TimeZone=UTC -c statement_timeout=${statementMs} -c lock_timeout=${lockMs} -c idle_in_transaction_session_timeout=30000`,
    application_name: schema,
    stream: driverSocket,
    types,
  })
  pool.on('error', onIdleError)
  pool.on('connect', (client) => client.on('error', ignoreLoss))
  return pool
}

/** A kysely over such a pool, which it closes. */
export const overPool = <T>(pool: pg.Pool): Kysely<T> =>
  new Kysely<T>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PooledDriver(pool),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

export const connect = <T>(options: ConnectOptions): Kysely<T> => overPool(openPool(options))
