import { rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { lookupGauge } from '@app/chassis/companies/lookup-gauge.ts'
import { connect, connectForRequests } from '@app/chassis/db/connect.ts'
import { countOf, SCRAPE_TIMEOUTS } from '@app/chassis/db/figures.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { migrateService, serviceDatabaseUrl } from '@app/chassis/db/migrate.ts'
import { type App, createApp } from '@app/chassis/http/app.ts'
import { isRefusal } from '@app/chassis/http/error-handler.ts'
import { testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { migrations, type Tables } from './ledger.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'

const CONNECTIONS = 2
const ROLE_PASSWORD = 'only-for-tests'
/** Maximum duration of a request. The limit is high for a busy machine, and still detects requests that wait for minutes. */
const SOON_MS = 12_000
/** Maximum duration of a scrape. Prometheus gives up after 10 s. */
const SCRAPE_LIMIT_MS = 8_000

/** These tests need `/dev/full` and `/proc`, which only Linux has. */
const itOnLinux = it.skipIf(process.platform !== 'linux')

let postgres: OwnPostgres
let db: Kysely<Tables>
let app: App
let close: () => Promise<void>
const { log, lines } = recordingLogger()

async function openApp(server: OwnPostgres) {
  await migrateService({ adminUrl: server.url, service: 'ledger', migrations, rolePassword: ROLE_PASSWORD })
  const url = serviceDatabaseUrl(server.url, 'ledger', ROLE_PASSWORD)
  const { db } = connectForRequests<Tables>({ url, schema: 'ledger', max: CONNECTIONS, onIdleError: () => {} })
  const figuresDb = connect<Tables>({ url, schema: 'ledger', max: 1, timeouts: SCRAPE_TIMEOUTS, onIdleError: () => {} })
  const registry = new Registry()
  lookupGauge(registry, { name: 'entries', help: 'Entries', read: async () => [{ value: await countOf(figuresDb, sql`entry`) }] })
  const app = await createApp({ log, ...testTokens, checks: {}, registry })
  const route = { method: 'POST', access: 'public' } as const
  const write = (statement: string) =>
    inTransaction(db, (trx) =>
      sql
        .raw(statement)
        .execute(trx)
        .then(() => ({})),
    )
  app.route({ ...route, url: '/add', handler: () => write(`insert into entry values (1 + (random() * 1e9)::int, 'new')`) })
  app.route({ ...route, url: '/change', handler: () => write(`update entry set note = note || '!' where id = 0`) })
  app.route({ ...route, url: '/say', handler: ({ body }) => write(String(body)) })
  const close = async () => {
    await app.close()
    await Promise.all([db.destroy(), figuresDb.destroy()])
  }
  return { app, db, close }
}

beforeAll(async () => {
  postgres = await startOwnPostgres()
  ;({ app, db, close } = await openApp(postgres))
})
afterAll(async () => {
  await close?.()
  await postgres?.remove()
})

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url, options: '-c search_path=ledger' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function expectUnavailable(path: string, reason: string, payload = '', target = app): Promise<void> {
  const since = lines.length
  const begun = Date.now()
  const reply = await target.inject({ method: 'POST', url: path, payload, headers: { 'content-type': 'text/plain' } })
  expect({ status: reply.statusCode, ...reply.json() }).toMatchObject({
    status: 503,
    code: 'unavailable',
    message: 'This isn’t possible right now. Please try again shortly.',
  })
  expect(reply.headers['retry-after']).toBe('3')
  expect(Date.now() - begun).toBeLessThan(SOON_MS)
  expect(lines.slice(since).join('\n')).toContain(reason)
}

async function scrape(): Promise<string> {
  const begun = Date.now()
  const { body } = await app.inject('/metrics')
  expect(Date.now() - begun).toBeLessThan(SCRAPE_LIMIT_MS)
  expect(body).toContain('http_request_duration_seconds_count')
  return body
}

const works = async (path: string) => (await app.inject({ method: 'POST', url: path })).statusCode

const failing = (state: string) => `do $$ begin raise exception 'as asked' using errcode = '${state}'; end $$`

it('responds with 503 while all connections of the pool are in use', async () => {
  const holders = Array.from({ length: CONNECTIONS }, () => {
    const held = Promise.withResolvers<void>()
    return { held, done: db.transaction().execute(() => held.promise) }
  })
  await expectUnavailable('/add', 'all connections to the database are in use')
  for (const { held } of holders) held.resolve()
  await Promise.all(holders.map(({ done }) => done))
  expect(await works('/add')).toBe(200)
})

it('responds with 503 if a lock is not released within the timeout', async () => {
  await administer(`insert into entry values (0, 'held')`)
  const holder = new pg.Client({ connectionString: postgres.url, options: '-c search_path=ledger' })
  await holder.connect()
  await holder.query('begin; update entry set note = note where id = 0')
  await expectUnavailable('/change', 'a lock was not released within the timeout')
  await holder.end()
  expect(await works('/change')).toBe(200)
})

it('responds with 503 to repeated conflicts, a canceled statement and a read-only database', async () => {
  await expectUnavailable('/say', 'other transactions conflicted with this one repeatedly', failing('40P01'))
  await expectUnavailable('/say', 'a statement took too long', failing('57014'))
  await expectUnavailable('/say', 'the database is read-only', failing('25006'))
})

it('responds with 503 if the server accepts no more connections', async () => {
  await administer('alter role ledger_service connection limit 0')
  await administer(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = 'ledger_service'`)
  await expectUnavailable('/add', 'the database is out of resources')
  await administer('alter role ledger_service connection limit -1')
  expect(await works('/add')).toBe(200)
})

it('responds with 503 if the connection is terminated during a statement', async () => {
  await expectUnavailable('/say', 'the database is stopping or starting', 'select pg_terminate_backend(pg_backend_pid())')
})

it('reports an unknown outcome if the connection is lost during the commit', async () => {
  await administer(`
    create function end_connection() returns trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); return null; end';
    create constraint trigger lost_at_commit after insert on entry deferrable initially deferred
      for each row execute function end_connection()`)
  const lost = await inTransaction(db, (trx) => sql`insert into entry values (-1, 'perhaps')`.execute(trx)).catch((error: unknown) => error)
  expect(lost).toBeInstanceOf(Error)
  expect(isRefusal(lost)).toBe(false)
  const reply = await app.inject({ method: 'POST', url: '/add' })
  expect({ status: reply.statusCode, ...reply.json() }).toMatchObject({ status: 503, code: 'outcome-unknown' })
  expect(reply.headers['retry-after']).toBe('3')
  await administer('drop function end_connection cascade')
})

itOnLinux('responds with 503 if the disk of the database is full', async () => {
  // The table's file becomes a link to /dev/full, so that writes to the table fail as on a full disk.
  await administer('create table ledger.bulk (note text); grant insert on ledger.bulk to ledger_service; checkpoint')
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  const { rows } = await admin.query(`select pg_relation_filepath('ledger.bulk') as path`)
  await admin.end()
  const file = join(postgres.folder, rows[0].path)
  await rename(file, `${file}.aside`)
  await symlink('/dev/full', file)
  await expectUnavailable('/say', 'the disk of the database is full', `insert into bulk values ('no room')`)
  expect(await works('/add')).toBe(200)
})

itOnLinux('responds with 503 while the server is frozen, and recovers afterwards', async () => {
  expect(await works('/add')).toBe(200)
  expect(await scrape()).toMatch(/^entries \d+$/m)
  await postgres.freeze()
  const requests = Array.from({ length: 3 * CONNECTIONS }, () => expectUnavailable('/add', 'database'))
  const [figures] = await Promise.all([scrape(), ...requests]).finally(() => postgres.thaw())
  expect(figures).not.toMatch(/^entries \d/m)
  await expect.poll(() => works('/add'), { timeout: SOON_MS }).toBe(200)
  await expect.poll(scrape, { timeout: SOON_MS }).toMatch(/^entries \d+$/m)
})

it('responds with 503 if the server has stopped', async () => {
  const other = await startOwnPostgres()
  onTestFinished(() => other.remove())
  const own = await openApp(other)
  onTestFinished(own.close)
  expect((await own.app.inject({ method: 'POST', url: '/add' })).statusCode).toBe(200)
  await other.stop()
  await expectUnavailable('/add', 'reason', '', own.app)
})
