import { isPostgresError } from '@app/chassis/db/faults.ts'
import pg from 'pg'

const CONNECT_MS = 10_000
/** Lock timeout, in milliseconds. A running migration or another backup may hold the lock. */
const LOCK_MS = 30_000

/** Session settings: values always have the same text format, and copying a table has no time limit. */
const SESSION = [
  'client_encoding=UTF8',
  'TimeZone=UTC',
  'DateStyle=ISO',
  'IntervalStyle=postgres',
  'statement_timeout=0',
  'idle_in_transaction_session_timeout=0',
  `lock_timeout=${LOCK_MS}`,
]

/** Calls `work` with a database connection. Closing the connection also releases its advisory locks. */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'backup',
    options: SESSION.map((setting) => `-c ${setting}`).join(' '),
  })
  // Without a listener, a connection error would end the process. The running query throws the error anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Takes an advisory lock. The lock is held until it is released or the connection closes. Throws an error with `message` if the lock is not
 * available within `LOCK_MS`.
 */
export async function takeLock(client: pg.Client, kind: 'pg_advisory_lock' | 'pg_advisory_lock_shared', name: string, message: string) {
  await client.query(`select ${kind}(hashtextextended($1, 0))`, [name]).catch((error: unknown) => {
    throw isPostgresError(error) && error.code === LOCK_NOT_AVAILABLE ? new Error(message, { cause: error }) : error
  })
}
