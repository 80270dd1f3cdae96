import { type Kysely, sql } from 'kysely'
import type { Checks } from '../http/health.ts'
import { connect, type Timeouts } from './connect.ts'
import type { Migrations } from './migrate.ts'
import { assertReleased } from './run-migrations.ts'

const READINESS_TIMEOUTS: Timeouts = { connectMs: 1_500, lockMs: 1_500, statementMs: 1_500 }

/** This many rows exceed 64 kB, the minimum of `work_mem`, so that Postgres must write a temporary file. */
const ROWS_ABOVE_WORK_MEM = 5_000

interface ReadinessOptions {
  url: string
  schema: string
  migrations: Migrations
  onIdleError: (error: Error) => void
}

/**
 * Rejects if the database is read-only or cannot write. Writes a temporary file to detect a full disk. Writing only to the write-ahead log
 * would not detect a full disk, because Postgres allocates log files in advance.
 */
async function takesWrites(db: Kysely<unknown>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isReadOnly: boolean }>`
      select current_setting('transaction_read_only') = 'on' as "isReadOnly", set_config('work_mem', '64kB', true)`.execute(trx)
    if (rows[0]?.isReadOnly) throw new Error('the database is read-only')
    await sql`select count(*) from generate_series(1, ${sql.lit(ROWS_ABOVE_WORK_MEM)})`.execute(trx)
    await sql`select pg_logical_emit_message(true, 'ready', '')`.execute(trx)
  })
}

async function hasMigrations(db: Kysely<unknown>, schema: string, migrations: Migrations): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const applied = rows.map(({ name }) => name)
  assertReleased(schema, applied, migrations)
  const missing = Object.keys(migrations).filter((name) => !applied.includes(name))
  if (missing.length > 0) throw new Error(`not migrated yet: ${missing.join(', ')}`)
}

/** Returns the readiness checks of a service's database. They use their own connection, because a busy pool must not fail readiness. */
export function databaseReadiness({ url, schema, migrations, onIdleError }: ReadinessOptions): { checks: Checks; stop(): Promise<void> } {
  const db = connect<unknown>({ url, schema, max: 1, timeouts: READINESS_TIMEOUTS, onIdleError })
  return {
    checks: { database: () => takesWrites(db), schema: () => hasMigrations(db, schema, migrations) },
    stop: () => db.destroy(),
  }
}
