import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { connect } from './connect.ts'

/** A service's migrations by name (`0001-…`), in order of their names. */
export type Migrations = Readonly<Record<string, Migration>>

interface MigrateOptions {
  /** An address whose role may create schemas and roles. */
  adminUrl: string
  service: string
  migrations: Migrations
  /** Password of the service's own role, `<service>_service`. */
  rolePassword: string
}

export const schemaOf = (service: string): string => service.replaceAll('-', '_')
export const roleOf = (service: string): string => `${schemaOf(service)}_service`

/** What Postgres answers when somebody else makes or changes the same role at this moment. */
const ROLE_RACES = new Set(['23505', '42710', 'XX000'])
const MOST_TRIES = 10

/** An index on a large table takes its time. Waiting for another's locks does not get longer by this. */
const STATEMENT_MS = 30 * 60_000

/**
 * Makes sure of a role and its password. Roles belong to the whole server while locks belong to one database, so that
 * two databases that are migrated at once can only try again.
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

/**
 * Brings one service's schema to its newest migration and its role to exactly these rights: reading and writing rows
 * of that schema, and nothing else in the database.
 */
export async function migrateService({ adminUrl, service, migrations, rolePassword }: MigrateOptions): Promise<void> {
  const schema = schemaOf(service)
  const role = roleOf(service)
  const db = connect<unknown>({ url: adminUrl, schema, max: 2, statementMs: STATEMENT_MS, onIdleError: () => {} })
  try {
    await sql`create schema if not exists ${sql.id(schema)}`.execute(db)
    await putRole(db, role, rolePassword)
    const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) }, migrationTableSchema: schema })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
    for (const grant of [
      sql`grant usage on schema ${sql.id(schema)} to ${sql.id(role)}`,
      sql`grant select, insert, update, delete on all tables in schema ${sql.id(schema)} to ${sql.id(role)}`,
      sql`grant usage on all sequences in schema ${sql.id(schema)} to ${sql.id(role)}`,
    ]) {
      await grant.execute(db)
    }
  } finally {
    await db.destroy()
  }
}

/** The address a service connects with: the same server and database, its own role. */
export function serviceDatabaseUrl(adminUrl: string, service: string, rolePassword: string): string {
  const url = new URL(adminUrl)
  url.username = roleOf(service)
  url.password = rolePassword
  return url.href
}
