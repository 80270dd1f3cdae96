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

const onServer = async (statement: string): Promise<void> => {
  const db = connect<unknown>({ url: inject('databaseUrl'), schema: 'public', max: 1, onIdleError: () => {} })
  await sql.raw(statement).execute(db)
  await db.destroy()
}

function urlOf(name: string): string {
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${name}`
  return url.href
}

const newName = (service: string) =>
  `${inject('databasePrefix')}${schemaOf(service)}_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`

/**
 * Migrated databases that no test uses, by their migrations and then by service. Copying a database takes a quarter of the
 * time of the migrations.
 */
const templates = new WeakMap<Migrations, Map<string, Promise<string>>>()

function templateOf(service: string, migrations: Migrations): Promise<string> {
  const ofService = templates.get(migrations) ?? new Map<string, Promise<string>>()
  templates.set(migrations, ofService)
  const template = ofService.get(service) ?? createTemplate(service, migrations)
  ofService.set(service, template)
  return template
}

async function createTemplate(service: string, migrations: Migrations): Promise<string> {
  const name = newName(service)
  await onServer(`create database ${name}`)
  await migrateService({ adminUrl: urlOf(name), service, migrations, rolePassword: ROLE_PASSWORD })
  return name
}

/** Creates a database with the schema of a service. `drop` deletes it. */
export async function createTestDatabase(service: string, migrations: Migrations): Promise<TestDatabase> {
  const template = await templateOf(service, migrations)
  const name = newName(service)
  await onServer(`create database ${name} template ${template}`)
  return {
    url: serviceDatabaseUrl(urlOf(name), service, ROLE_PASSWORD),
    adminUrl: urlOf(name),
    drop: () => onServer(`drop database ${name} with (force)`),
  }
}
