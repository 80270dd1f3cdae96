import { MIGRATION_LOCK, schemaOf } from '@app/chassis/db/migrate.ts'
import { BACKUP_LOCK } from '@app/chassis/storage/backup-lock.ts'
import pg from 'pg'
import type { Head, Part, Totals } from '../archive/parts.ts'
import { takeLock } from './connect.ts'
import { CopyOut } from './copy.ts'
import { nameOf, sequencesOf, tablesOf } from './tables.ts'

const PAGE = 500

/** A service to back up. The query `referencedFiles` returns the keys of the files that the service's rows reference. */
export interface Source {
  service: string
  referencedFiles?: string
}

async function migrationsIn(client: pg.Client, services: readonly Source[]): Promise<Record<string, string[]>> {
  const migrations: Record<string, string[]> = {}
  for (const { service } of services) {
    const table = `${schemaOf(service)}.kysely_migration`
    const found = await client.query<{ is: boolean }>('select to_regclass($1) is not null as is', [table])
    if (!found.rows[0]?.is) throw new Error(`The database has no tables of the service ${service}. Check DATABASE_URL.`)
    const { rows } = await client.query<{ name: string }>(`select name from ${table} order by name`)
    migrations[service] = rows.map(({ name }) => name)
  }
  return migrations
}

/** Stores the keys of all referenced files. The files are read after the transaction: a long transaction would prevent vacuum. */
async function storeFileKeys(client: pg.Client, services: readonly Source[]): Promise<void> {
  await client.query('create temporary table named_file (key text primary key)')
  for (const { service, referencedFiles } of services) {
    if (!referencedFiles) continue
    await client.query(`set local search_path = ${pg.escapeIdentifier(schemaOf(service))}, pg_temp`)
    await client.query(
      `insert into named_file select distinct key from (${referencedFiles}) as named (key) where key is not null on conflict do nothing`,
    )
  }
}

/**
 * Yields all rows of all services from one snapshot. Migrations wait until the snapshot ends. Until the connection closes, services delete
 * no files that the rows reference.
 */
export async function* snapshotOf(client: pg.Client, services: readonly Source[], totals: Totals): AsyncGenerator<Part> {
  await takeLock(client, 'pg_advisory_lock', BACKUP_LOCK, 'Another backup of this system is running.')
  await takeLock(
    client,
    'pg_advisory_lock_shared',
    MIGRATION_LOCK,
    'A migration of this database is running. Try again when it has finished.',
  )
  await client.query('begin isolation level repeatable read')
  const migrations = await migrationsIn(client, services)
  const { rows } = await client.query<{ at: string }>(`select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at`)
  yield { head: { kind: 'cut', at: rows[0]?.at ?? '', migrations } }

  const schemas = services.map(({ service }) => schemaOf(service))
  for (const { schema, table, columns } of await tablesOf(client, schemas)) {
    const body = client.query(new CopyOut(`copy ${nameOf(schema, table)} (${columns.map(pg.escapeIdentifier).join(', ')}) to stdout`))
    yield { head: { kind: 'table', schema, table, columns }, body }
    totals.rows += body.rows
  }
  for (const sequence of await sequencesOf(client, schemas)) yield { head: await sequenceHead(client, sequence) }
  await storeFileKeys(client, services)
  await client.query('commit')
  await client.query('select pg_advisory_unlock_shared(hashtextextended($1, 0))', [MIGRATION_LOCK])
}

/** Reads a sequence. Sequences are not transactional, so the value is at least the highest value in the rows of the snapshot. */
async function sequenceHead(client: pg.Client, { schema, sequence }: { schema: string; sequence: string }): Promise<Head> {
  const { rows } = await client.query<{ value: string; isCalled: boolean }>(
    `select last_value::text as value, is_called as "isCalled" from ${nameOf(schema, sequence)}`,
  )
  const { value = '1', isCalled = false } = rows[0] ?? {}
  return { kind: 'sequence', schema, sequence, value, isCalled }
}

export async function* storedFileKeys(client: pg.Client): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const { rows } = await client.query<{ key: string }>('select key from named_file where key > $1 order by key limit $2', [after, PAGE])
    for (const { key } of rows) yield key
    const last = rows.at(-1)
    if (!last) return
    after = last.key
  }
}
