import { type Kysely, sql } from 'kysely'
import type { Checks } from '../http/health.ts'
import { connect, type Timeouts } from './connect.ts'
import type { Migrations } from './migrate.ts'
import { assertReleased } from './run-migrations.ts'

/** A check that takes longer has failed. */
const READINESS_TIMEOUTS: Timeouts = { connectMs: 1_500, lockMs: 1_500, statementMs: 1_500 }

/** Rows that do not fit into the least memory a statement may have, so that Postgres has to write them to its disk. */
const MORE_THAN_FITS = 5_000

interface ReadinessOptions {
  url: string
  schema: string
  /** All that this code knows. Others beside them come from a newer release, and do no harm. */
  migrations: Migrations
  onIdleError: (error: Error) => void
}

/**
 * The database answers and takes writes. A message in the log of changes alone would not tell: that has its files
 * already when the disk is full. Needs no table and leaves nothing behind.
 */
async function takesWrites(db: Kysely<unknown>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isReadOnly: boolean }>`
      select current_setting('transaction_read_only') = 'on' as "isReadOnly", set_config('work_mem', '64kB', true)`.execute(trx)
    if (rows[0]?.isReadOnly) throw new Error('the database takes no writes')
    await sql`select count(*) from generate_series(1, ${sql.lit(MORE_THAN_FITS)})`.execute(trx)
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

/** What a service needs of its own database. On a connection of its own: a busy pool is no reason to be taken out of service. */
export function databaseReadiness({ url, schema, migrations, onIdleError }: ReadinessOptions): { checks: Checks; stop(): Promise<void> } {
  const db = connect<unknown>({ url, schema, max: 1, timeouts: READINESS_TIMEOUTS, onIdleError })
  return {
    checks: { database: () => takesWrites(db), schema: () => hasMigrations(db, schema, migrations) },
    stop: () => db.destroy(),
  }
}
