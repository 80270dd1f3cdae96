import type { Migrations } from '@app/chassis/db/migrate.ts'
import { schemaOf } from '@app/chassis/db/migrate.ts'
import { areUnreleased } from '@app/chassis/db/run-migrations.ts'
import pg from 'pg'
import type { Head } from '../archive/parts.ts'
import { copyIn } from './copy.ts'
import { nameOf, tablesOf } from './tables.ts'

type Cut = Extract<Head, { kind: 'cut' }>
type Schemas = Readonly<Record<string, Migrations>>

const WRITTEN_BY_MIGRATE = new Set(['binding', 'rate'])

/** Throws if a table of these services has rows. Ignores the tables that `npm run migrate` fills. */
export async function assertEmpty(client: pg.Client, services: readonly string[]): Promise<void> {
  const taken: string[] = []
  for (const { schema, table } of await tablesOf(client, services.map(schemaOf))) {
    if (WRITTEN_BY_MIGRATE.has(table)) continue
    const { rowCount } = await client.query(`select from ${nameOf(schema, table)} limit 1`)
    if (rowCount) taken.push(`${schema}.${table}`)
  }
  if (taken.length > 0)
    throw new Error(
      `A backup can be restored only into an empty database. This one has rows in ${taken.length} tables, such as ${taken[0]}. Nothing was changed.`,
    )
}

/** Returns the migrations that had run before the backup. Throws if an unreleased version or a newer release made the backup. */
export function migrationsOf(cut: Cut, schemas: Schemas): Schemas {
  const unreleased = Object.keys(cut.migrations).find((service) => areUnreleased(cut.migrations[service] ?? [], schemas[service] ?? {}))
  if (unreleased)
    throw new Error(`An unreleased version made this backup: its schema "${schemaOf(unreleased)}" cannot be upgraded. Nothing was changed.`)
  const unknown = Object.entries(cut.migrations).flatMap(([service, names]) =>
    names.filter((name) => !schemas[service]?.[name]).map((name) => `${service} ${name}`),
  )
  if (unknown.length > 0)
    throw new Error(
      `A newer release made this backup. This release does not have the migrations ${unknown.join(', ')}. Nothing was changed.`,
    )
  return Object.fromEntries(
    Object.entries(cut.migrations).map(([service, names]) => {
      const known = schemas[service] ?? {}
      return [service, Object.fromEntries(names.flatMap((name) => (known[name] ? [[name, known[name]]] : [])))]
    }),
  )
}

/** Drops the schemas of these services, because another release may have created them. Call `assertEmpty` first. */
export async function dropSchemas(client: pg.Client, services: readonly string[]): Promise<void> {
  for (const service of services) await client.query(`drop schema if exists ${pg.escapeIdentifier(schemaOf(service))} cascade`)
}

/**
 * Deletes the rows that migrations wrote, because the backup has them too. Skips empty tables. Some tables have a trigger that rejects
 * every DELETE statement, even if the table is empty. Migrations write no rows to tables with such a trigger.
 */
export async function clear(client: pg.Client, services: readonly string[]): Promise<void> {
  const tables = await tablesOf(client, services.map(schemaOf))
  for (const { schema, table } of tables.reverse()) {
    const name = nameOf(schema, table)
    const { rowCount } = await client.query(`select from ${name} limit 1`)
    if (rowCount) await client.query(`delete from ${name}`)
  }
}

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
