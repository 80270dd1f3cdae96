import { sql } from 'kysely'
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

/**
 * Brings one service's schema to its newest migration and its role to exactly these rights: reading and writing rows
 * of that schema, and nothing else in the database.
 */
export async function migrateService({ adminUrl, service, migrations, rolePassword }: MigrateOptions): Promise<void> {
  const schema = schemaOf(service)
  const role = roleOf(service)
  const db = connect<unknown>({ url: adminUrl, schema, max: 2, onIdleError: () => {} })
  try {
    await sql`create schema if not exists ${sql.id(schema)}`.execute(db)
    await db.transaction().execute(async (trx) => {
      // Roles belong to the whole server: two databases on it may be migrating at once.
      await sql`select pg_advisory_xact_lock(hashtext(${role}))`.execute(trx)
      const known = await sql`select 1 from pg_roles where rolname = ${role}`.execute(trx)
      const verb = known.rows.length ? 'alter' : 'create'
      await sql`${sql.raw(verb)} role ${sql.id(role)} login password ${sql.lit(rolePassword)}`.execute(trx)
    })
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
