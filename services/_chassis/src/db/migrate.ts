import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { MIGRATION_TIMEOUTS, openPool } from './connect.ts'
import { assertUpgradable, type Migrations, runMigrations } from './run-migrations.ts'

export type { Migrations } from './run-migrations.ts'

interface MigrateOptions {
  /** URL with a role that may create schemas and roles. */
  adminUrl: string
  service: string
  migrations: Migrations
  rolePassword: string
}

export const schemaOf = (service: string): string => service.replaceAll('-', '_')
export const roleOf = (service: string): string => `${schemaOf(service)}_service`

/** Codes of Postgres's errors when another session creates or changes the same role. */
const ROLE_RACES = new Set(['23505', '42710', 'XX000'])
const MOST_TRIES = 10

/** One connection for the lock, one for the migrator, and one for roles and privileges. */
const CONNECTIONS = 3

/**
 * Creates a role or sets its password. All databases of a Postgres server share their roles. So a migration of another database may change
 * the same role at the same time. After such a conflict, the function retries.
 */
async function putRole(db: Kysely<unknown>, role: string, password: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      const known = await sql`select 1 from pg_roles where rolname = ${role}`.execute(db)
      const verb = known.rows.length ? 'alter' : 'create'
      await sql`${sql.raw(verb)} role ${sql.id(role)} login password ${sql.lit(password)}`.execute(db)
      return
    } catch (error) {
      const isRace = error instanceof Error && 'code' in error && ROLE_RACES.has(String(error.code))
      if (!isRace || tries === MOST_TRIES) throw error
    }
  }
}

/** Name of the advisory lock of migrations. Other programs take this lock to prevent migrations. */
export const MIGRATION_LOCK = 'migrations'

const LOCK = sql`hashtextextended(${MIGRATION_LOCK}, 0)`
const LOCK_POLL_MS = 200
const LONGEST_WAIT_MS = 60 * 60_000

/**
 * Runs `work` under the migration lock. Until the lock is free, the function tries to take it every 200 ms. The function does not use
 * `pg_advisory_lock`, because a statement that waits for a lock keeps a transaction open. If the holder of the lock then ran
 * `create index concurrently`, the holder would wait for this open transaction, and the two connections would deadlock.
 */
async function oneAtATime(db: Kysely<unknown>, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (session) => {
    const giveUpAt = Date.now() + LONGEST_WAIT_MS
    const take = sql<{ taken: boolean }>`select pg_try_advisory_lock(${LOCK}) as taken`
    while (!(await take.execute(session)).rows[0]?.taken) {
      if (Date.now() > giveUpAt) throw new Error('Another migration of this database has been running for an hour')
      await sleep(LOCK_POLL_MS)
    }
    await work().finally(() => sql`select pg_advisory_unlock(${LOCK})`.execute(session))
  })
}

/** Migrates a schema and creates the service's role. Throws before any change if an unreleased version created the schema. */
export async function migrateService({ adminUrl, service, migrations, rolePassword }: MigrateOptions): Promise<void> {
  const schema = schemaOf(service)
  const role = roleOf(service)
  // `connect` cannot be used: the migrator runs several transactions on one connection, which `TransactionDriver` rejects.
  const pool = openPool({ url: adminUrl, schema, max: CONNECTIONS, timeouts: MIGRATION_TIMEOUTS, onIdleError: () => {} })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await oneAtATime(db, async () => {
      // If this check fails, nothing may have changed. `putRole` changes the password of a role that another database may use.
      await assertUpgradable(db, schema, migrations)
      await sql`create schema if not exists ${sql.id(schema)}`.execute(db)
      await putRole(db, role, rolePassword)
      await runMigrations(db, schema, migrations)
      for (const grant of [
        sql`grant usage on schema ${sql.id(schema)} to ${sql.id(role)}`,
        sql`grant select, insert, update, delete on all tables in schema ${sql.id(schema)} to ${sql.id(role)}`,
        sql`grant usage on all sequences in schema ${sql.id(schema)} to ${sql.id(role)}`,
      ]) {
        await grant.execute(db)
      }
    })
  } finally {
    await db.destroy()
  }
}

export function serviceDatabaseUrl(adminUrl: string, service: string, rolePassword: string): string {
  const url = new URL(adminUrl)
  url.username = roleOf(service)
  url.password = rolePassword
  return url.href
}
