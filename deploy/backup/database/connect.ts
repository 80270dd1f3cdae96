import { isPostgresError } from '@app/chassis/db/faults.ts'
import pg from 'pg'

const CONNECT_MS = 10_000
/** For a lock that is somebody else's: a migration, or another backup. */
const LOCK_MS = 30_000

/** What a value is written as must not depend on whose database it is. A table takes as long as it takes. */
const SESSION = [
  'client_encoding=UTF8',
  'TimeZone=UTC',
  'DateStyle=ISO',
  'IntervalStyle=postgres',
  'statement_timeout=0',
  'idle_in_transaction_session_timeout=0',
  `lock_timeout=${LOCK_MS}`,
]

/** Works on one connection of an administrator's, which is gone afterwards with every lock it has. */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'backup',
    options: SESSION.map((setting) => `-c ${setting}`).join(' '),
  })
  // The query under way fails, too, and says so.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const LOCK_NOT_AVAILABLE = '55P03'

/** Takes a lock by its name, for as long as the connection lives. Says `otherwise` when somebody else keeps it. */
export async function takeLock(client: pg.Client, kind: 'pg_advisory_lock' | 'pg_advisory_lock_shared', name: string, otherwise: string) {
  await client.query(`select ${kind}(hashtextextended($1, 0))`, [name]).catch((error: unknown) => {
    throw isPostgresError(error) && error.code === LOCK_NOT_AVAILABLE ? new Error(otherwise, { cause: error }) : error
  })
}
