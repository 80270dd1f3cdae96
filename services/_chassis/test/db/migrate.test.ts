import { connect } from '@app/chassis/db/connect.ts'
import { createMessageTables } from '@app/chassis/db/message-tables.ts'
import { type Migrations, migrateService } from '@app/chassis/db/migrate.ts'
import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { migrations } from './ledger.ts'

it('databases of one server can be migrated concurrently although they share the role', { tags: 'nightly' }, async () => {
  const made = await Promise.all(
    Array.from({ length: 6 }, (_, at) => createTestDatabase('racing', { [`000${at}-messages`]: { up: createMessageTables } })),
  )
  for (const database of made) await database.drop()
  expect(new Set(made.map((database) => database.url)).size).toBe(6)
})

it('a migration has a longer statement timeout than the service', { tags: 'nightly' }, async () => {
  const limit = sql<string>`current_setting('statement_timeout')`
  const slow: Migration = {
    async up(db) {
      await sql`create table seen as select ${limit} as migrating`.execute(db)
    },
  }
  const { url, drop } = await createTestDatabase('slow', { '0001-slow': slow })
  const db = connect<unknown>({ url, schema: 'slow', max: 1, onIdleError: () => {} })
  const { rows } = await sql`select migrating, ${limit} as serving from seen`.execute(db)
  await db.destroy()
  await drop()
  expect(rows).toEqual([{ migrating: '30min', serving: '15s' }])
})

it('a schema of an unreleased version is rejected, and the schema and the password of its role are not changed', {
  tags: 'nightly',
}, async () => {
  const create = (table: string): Migration => ({
    async up(db) {
      await sql`create table ${sql.id(table)} (id integer)`.execute(db)
    },
  })
  const { adminUrl, url, drop } = await createTestDatabase('early', { '0001-entries': create('entry') })
  onTestFinished(drop)
  const released = { '0001-baseline': create('note'), '0002-more': create('more') }
  const upgrade = migrateService({ adminUrl, service: 'early', migrations: released, rolePassword: 'another password' })
  await expect(upgrade).rejects.toThrow(
    'An unreleased version created the schema "early" of this database, and its data cannot be upgraded. Start with an empty database.',
  )
  const db = connect<unknown>({ url, schema: 'early', max: 1, onIdleError: () => {} })
  const { rows } = await sql`select tablename from pg_tables where schemaname = 'early' and tablename not like 'kysely%'`.execute(db)
  await db.destroy()
  expect(rows).toEqual([{ tablename: 'entry' }])
})

describe('a migration without a transaction', () => {
  /** This migration may be interrupted. It first removes the index that an interrupted run has left. */
  const byNote: ServiceMigration = {
    outsideTransaction: true,
    async up(db) {
      await sql`drop index concurrently if exists entry_by_note`.execute(db)
      await sql`create index concurrently entry_by_note on entry (note)`.execute(db)
    },
  }
  const column = (name: string): ServiceMigration => ({
    async up(db) {
      await sql`alter table entry add column ${sql.id(name)} text`.execute(db)
    },
  })
  const later = { ...migrations, '0003-before': column('before'), '0004-by-note': byNote, '0005-after': column('after') }

  let database: TestDatabase
  let admin: pg.Client
  const migrate = (all: Migrations) =>
    migrateService({ adminUrl: database.adminUrl, service: 'ledger', migrations: all, rolePassword: 'only-for-tests' })
  const done = async () => (await admin.query('select name from ledger.kysely_migration order by name')).rows.map(({ name }) => name)
  const isValid = async () => {
    const { rows } = await admin.query(`select indisvalid from pg_index where indexrelid = to_regclass('ledger.entry_by_note')`)
    return rows.map(({ indisvalid }) => indisvalid)
  }

  beforeEach(async () => {
    database = await createTestDatabase('ledger', migrations)
    admin = new pg.Client({ connectionString: database.adminUrl })
    await admin.connect()
  })
  afterEach(async () => {
    await admin.end()
    await database.drop()
  })

  it('builds an index concurrently, in order between other migrations', { tags: 'nightly' }, async () => {
    await migrate(later)
    expect(await isValid()).toEqual([true])
    expect(await done()).toEqual(Object.keys(later).sort())
  })

  it('runs again after an interruption, before later migrations', { tags: 'nightly' }, async () => {
    await migrate({ ...migrations, '0003-before': later['0003-before'] })
    const writer = new pg.Client({ connectionString: database.adminUrl })
    await writer.connect()
    // Building the index waits for this open transaction, which has written to the table.
    await writer.query(`begin; insert into ledger.entry values (1, 'under way')`)
    const interrupted = migrate(later).catch((error: Error) => error)
    const endBuilding = `
      select pg_terminate_backend(pid, 5000) as ended from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'create index concurrently%'`
    await expect.poll(async () => (await admin.query(endBuilding)).rows, { timeout: 15_000 }).toEqual([{ ended: true }])
    expect(await interrupted).toBeInstanceOf(Error)
    expect(await isValid()).toEqual([false])
    expect(await done()).toEqual([...Object.keys(migrations), '0003-before'].sort())

    await writer.query('commit')
    await writer.end()
    await migrate(later)
    expect(await isValid()).toEqual([true])
    expect(await done()).toEqual(Object.keys(later).sort())
  })

  it('is not blocked by concurrent migrations that wait for the lock', { tags: 'nightly' }, async () => {
    await Promise.all([migrate(later), migrate(later), migrate(later)])
    expect(await isValid()).toEqual([true])
  })

  it('is not changed by an older release, like all migrations of a newer release', { tags: 'nightly' }, async () => {
    await migrate(later)
    await migrate(migrations)
    expect(await done()).toEqual(Object.keys(later).sort())
    const insertedBetween = { ...later, '0004-a-late-one': column('late') }
    await migrate(insertedBetween)
    expect(await done()).toEqual(Object.keys(insertedBetween).sort())
  })
})
