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

/** A lock of this session by name, as `hashtextextended` has them. Throws in `otherwise` who has it when it is not to be had in time. */
export async function takeLock(client: pg.Client, kind: 'pg_advisory_lock' | 'pg_advisory_lock_shared', name: string, otherwise: string) {
  await client.query(`select ${kind}(hashtextextended($1, 0))`, [name]).catch((error: unknown) => {
    throw new Error(otherwise, { cause: error })
  })
}
