import { sql } from 'kysely'
import { inject } from 'vitest'
import { connect } from '../db/connect.ts'
import { type Migrations, migrateService, schemaOf, serviceDatabaseUrl } from '../db/migrate.ts'

const ROLE_PASSWORD = 'only-for-tests'

export interface TestDatabase {
  /** URL with the service's own role, which has the same privileges as in production. */
  url: string
  adminUrl: string
  drop(): Promise<void>
}

export async function createTestDatabase(service: string, migrations: Migrations): Promise<TestDatabase> {
  const name = `test_${schemaOf(service)}_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
  const server = inject('databaseUrl')
  const onServer = async (statement: string): Promise<void> => {
    const db = connect<unknown>({ url: server, schema: 'public', max: 1, onIdleError: () => {} })
    await sql.raw(statement).execute(db)
    await db.destroy()
  }
  await onServer(`create database ${name}`)
  const adminUrl = new URL(server)
  adminUrl.pathname = `/${name}`
  await migrateService({ adminUrl: adminUrl.href, service, migrations, rolePassword: ROLE_PASSWORD })
  return {
    url: serviceDatabaseUrl(adminUrl.href, service, ROLE_PASSWORD),
    adminUrl: adminUrl.href,
    drop: () => onServer(`drop database ${name} with (force)`),
  }
}
