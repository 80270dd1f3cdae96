import { hash } from 'node:crypto'
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

/** Names of migrated databases that no test uses, by their migrations and then by service. */
const templates = new WeakMap<Migrations, Map<string, Promise<string>>>()

function templateOf(service: string, migrations: Migrations): Promise<string> {
  const ofService = templates.get(migrations) ?? new Map<string, Promise<string>>()
  templates.set(migrations, ofService)
  const template = ofService.get(service) ?? findOrCreateTemplate(service, migrations)
  ofService.set(service, template)
  return template
}

/**
 * Returns the template of a service that all workers of the run share, and creates it if there is none. Copying a database takes a quarter
 * of the time of the migrations. The lock lets only one worker create it, and the name is given only to a migrated database.
 */
async function findOrCreateTemplate(service: string, migrations: Migrations): Promise<string> {
  const sources = Object.entries(migrations).map(([name, { up }]) => name + up)
  const key = hash('sha256', sources.join()).slice(0, 12)
  const template = `${inject('databasePrefix')}template_${schemaOf(service)}_${key}`
  const db = connect<unknown>({ url: inject('databaseUrl'), schema: 'public', max: 1, onIdleError: () => {} })
  try {
    await sql`select pg_advisory_lock(hashtext(${template}))`.execute(db)
    const { rows } = await sql`select from pg_database where datname = ${template}`.execute(db)
    if (rows.length > 0) return template
    const name = newName(service)
    await sql.raw(`create database ${name}`).execute(db)
    await migrateService({ adminUrl: urlOf(name), service, migrations, rolePassword: ROLE_PASSWORD })
    await sql.raw(`alter database ${name} rename to ${template}`).execute(db)
    return template
  } finally {
    await db.destroy()
  }
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
