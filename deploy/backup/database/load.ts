import type { Migrations } from '@app/chassis/db/migrate.ts'
import { schemaOf } from '@app/chassis/db/migrate.ts'
import { areUnreleased } from '@app/chassis/db/run-migrations.ts'
import pg from 'pg'
import type { Head } from '../archive/parts.ts'
import { copyIn } from './copy.ts'
import { nameOf, tablesOf } from './tables.ts'

type Cut = Extract<Head, { kind: 'cut' }>
type Schemas = Readonly<Record<string, Migrations>>

/** What migrations and the declaring of bindings write by themselves. */
const WRITTEN_BY_MIGRATE = new Set(['binding', 'rate'])

/** Throws unless this database has nothing that anybody has entered. */
export async function assertEmpty(client: pg.Client, services: readonly string[]): Promise<void> {
  const taken: string[] = []
  for (const { schema, table } of await tablesOf(client, services.map(schemaOf))) {
    if (WRITTEN_BY_MIGRATE.has(table)) continue
    const { rowCount } = await client.query(`select from ${nameOf(schema, table)} limit 1`)
    if (rowCount) taken.push(`${schema}.${table}`)
  }
  if (taken.length > 0)
    throw new Error(
      `A backup is restored into an empty database, and this one has rows in ${taken.length} tables, such as ${taken[0]}. Nothing was changed.`,
    )
}

/** Returns the migrations that had run when the backup was made. Throws if an unreleased version or a newer release made the backup. */
export function migrationsOf(cut: Cut, schemas: Schemas): Schemas {
  const unreleased = Object.keys(cut.migrations).find((service) => areUnreleased(cut.migrations[service] ?? [], schemas[service] ?? {}))
  if (unreleased)
    throw new Error(`An unreleased version made this backup: its schema "${schemaOf(unreleased)}" cannot be upgraded. Nothing was changed.`)
  const strange = Object.entries(cut.migrations).flatMap(([service, names]) =>
    names.filter((name) => !schemas[service]?.[name]).map((name) => `${service} ${name}`),
  )
  if (strange.length > 0)
    throw new Error(`This backup is of a newer release: this one does not know ${strange.join(', ')}. Nothing was changed.`)
  return Object.fromEntries(
    Object.entries(cut.migrations).map(([service, names]) => {
      const known = schemas[service] ?? {}
      return [service, Object.fromEntries(names.flatMap((name) => (known[name] ? [[name, known[name]]] : [])))]
    }),
  )
}

/** Removes empty schemas, whatever release has made them. */
export async function dropSchemas(client: pg.Client, services: readonly string[]): Promise<void> {
  for (const service of services) await client.query(`drop schema if exists ${pg.escapeIdentifier(schemaOf(service))} cascade`)
}

/** Removes the rows that migrations have written: those of the backup take their place. Others stay untouched, since some tables refuse to be emptied. */
export async function clear(client: pg.Client, services: readonly string[]): Promise<void> {
  const tables = await tablesOf(client, services.map(schemaOf))
  for (const { schema, table } of tables.reverse()) {
    const name = nameOf(schema, table)
    const { rowCount } = await client.query(`select from ${name} limit 1`)
    if (rowCount) await client.query(`delete from ${name}`)
  }
}

/** Answers how many rows. */
export function fillTable(
  client: pg.Client,
  { schema, table, columns }: Extract<Head, { kind: 'table' }>,
  body: AsyncIterable<Buffer>,
): Promise<number> {
  return copyIn(client, `copy ${nameOf(schema, table)} (${columns.map(pg.escapeIdentifier).join(', ')}) from stdin`, body)
}

export async function setSequence(client: pg.Client, { schema, sequence, value, isCalled }: Extract<Head, { kind: 'sequence' }>) {
  await client.query('select setval($1::regclass, $2::bigint, $3)', [nameOf(schema, sequence), value, isCalled])
}
