import { ConfigError } from '@app/chassis/config/config.ts'
import { readOutboundHosts } from '@app/chassis/http/outbound-hosts.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import { settleAndClaim } from '@app/chassis/work/lease.ts'
import { ATTEMPTS_MAX } from '@app/chassis/work/outcome.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import { queueSheetRow, sheetRows } from '../src/sheet/sheet.repository.ts'
import { sheetAddress } from '../src/sheet/sheet.ts'
import { type FakeAppsScript, startAppsScript } from './support/apps-script.ts'
import { eventually } from './support/eventually.ts'
import { type Replica, startReplica } from './support/replica.ts'
import { runbookStatement } from './support/runbook-statement.ts'

let database: TestDatabase
let relay: TestRelay
let script: FakeAppsScript
let replica: Replica
const replicas: Replica[] = []

/** By default the spreadsheet is configured. */
async function start({ sheet = true } = {}): Promise<Replica> {
  const address = sheet ? { url: script.url, hosts: readOutboundHosts(script.hosts, 'test') } : undefined
  const started = await startReplica({ databaseUrl: database.url, smtpUrl: relay.url, ...(address && { sheet: address }) })
  replicas.push(started)
  return started
}
const stopAll = () => Promise.all(replicas.splice(0).map((started) => started.stop()))

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
})
afterAll(() => database.drop())
beforeEach(async () => {
  relay = await startRelay()
  script = await startAppsScript()
  replica = await start()
})
afterEach(async () => {
  for (const table of ['mail', 'contact', 'work', 'rate_limits'] as const) await replica.db.deleteFrom(table).execute()
  await stopAll()
  await relay.close()
  await script.goAway()
})

const form = { first_name: 'Ann', last_name: 'Lee', mail: 'ann@example.com', mobile: '+1 803 555', message: '=1+1\nthere' }
async function send(change: Partial<typeof form> = {}): Promise<void> {
  const response = await replica.app.inject({ method: 'POST', url: '/contact', payload: { ...form, ...change } })
  expect(response.statusCode).toBe(200)
}
const rows = () => replica.db.selectFrom('sheet_row').selectAll().execute()
const states = async () => (await rows()).map(({ state }) => state)
const mailStates = async () => (await replica.db.selectFrom('mail').select('state').execute()).map(({ state }) => state)
async function makeDue(): Promise<void> {
  await sql`update work set due_at = now(), wait = '0' where settled_at is null`.execute(replica.db)
  await sql`select pg_notify('work_notifications', '')`.execute(replica.db)
}
const unsettled = async (queue: string) =>
  replica.db.selectFrom('work').select(['due_at', 'attempts']).where('queue', '=', queue).where('settled_at', 'is', null).execute()

it('adds a form to the spreadsheet as text, and emails it to support', async () => {
  await send()
  // The timeout is shorter than the queue's polling interval of 5 s, so the test fails unless the worker is notified.
  await expect.poll(states, { timeout: 4_000 }).toEqual(['sent'])
  const [{ id, created_at } = { id: '', created_at: '' }] = await replica.db.selectFrom('contact').select(['id', 'created_at']).execute()
  expect(script.rows).toEqual([
    ['id', 'sent_at', 'first_name', 'last_name', 'mail', 'mobile', 'message'],
    [id, created_at, 'Ann', 'Lee', 'ann@example.com', '+1 803 555', '=1+1\nthere'],
  ])
  await eventually(() => relay.mails.length).toBe(1)
  await eventually(async () => (await replica.app.inject('/metrics')).body).toContain(
    'work_duration_seconds_count{queue="sheet",outcome="done"} 1',
  )
})

it('delivers every form once after both the mail relay and the spreadsheet were unavailable', { tags: 'nightly' }, async () => {
  await relay.close()
  await script.goAway()
  await send({ first_name: 'Bea' })
  await send({ first_name: 'Cy' })
  await eventually(async () => (await rows()).map(({ last_error }) => last_error)).toEqual(Array(2).fill('no-answer ECONNREFUSED'))
  expect([await states(), await mailStates()]).toEqual([Array(2).fill('queued'), Array(2).fill('queued')])

  await stopAll()
  relay = await startRelay()
  await script.comeBack()
  replica = await start()
  await makeDue()
  await eventually(async () => [await states(), await mailStates()]).toEqual([Array(2).fill('sent'), Array(2).fill('sent')])
  expect(script.rows.map(([, , firstName]) => firstName).sort()).toEqual(['Bea', 'Cy', 'first_name'])
  expect(relay.mails.map(({ subject }) => subject).sort()).toEqual(['Contact form: Bea Lee', 'Contact form: Cy Lee'])
})

it('adds a form to the spreadsheet while the mail relay is unavailable', async () => {
  await relay.close()
  await send()
  await eventually(states).toEqual(['sent'])
  expect(await mailStates()).toEqual(['queued'])
  expect(script.rows).toHaveLength(2)
})

it('retries a form whose response was lost, and the spreadsheet contains it once', async () => {
  script.troubles.push('lost')
  await send()
  await eventually(async () => (await rows())[0]?.last_error).toBe('no-answer ECONNRESET')
  expect(script.rows).toHaveLength(2)
  await makeDue()
  await eventually(states).toEqual(['sent'])
  expect(script.posts).toHaveLength(2)
  expect(script.posts[1]?.get('id')).toBe(script.posts[0]?.get('id'))
  expect(script.rows).toHaveLength(2)
})

it.each([
  ['page', 'not-taken'],
  ['sign-in', 'host-refused accounts.google.com'],
  [500, 'status 500'],
] as const)('retries later when the script responds with %s', async (trouble, reason) => {
  script.troubles.push(trouble)
  await send()
  await eventually(async () => (await rows())[0]?.last_error).toBe(reason)
  expect(await rows()).toMatchObject([{ state: 'queued', attempts: 1 }])
  expect(Date.parse((await unsettled('sheet'))[0]?.due_at ?? '')).toBeGreaterThan(Date.now() + 5_000)
})

it('gives up a form after the last attempt and keeps it stored; the log contains no personal data', async () => {
  script.troubles.push(500, 500)
  await send()
  await eventually(async () => (await rows())[0]?.last_error).toBe('status 500')
  await sql`update work set attempts = ${ATTEMPTS_MAX - 1} where queue = 'sheet'`.execute(replica.db)
  await makeDue()
  await eventually(states).toEqual(['failed'])
  expect(await replica.db.selectFrom('contact').select('first_name').execute()).toEqual([{ first_name: 'Ann' }])
  expect((await replica.app.inject('/metrics')).body).toContain('work_duration_seconds_count{queue="sheet",outcome="failed"} 1')
  const log = replica.lines.join('')
  expect(log).toContain('work given up')
  for (const personal of ['Ann', 'ann@example.com', '803 555', 'there', script.url]) expect(log).not.toContain(personal)
})

it('resends a failed row with the statement in the runbook, even if its work was purged', { tags: 'nightly' }, async () => {
  script.troubles.push(500)
  await send()
  await eventually(async () => (await rows())[0]?.last_error).toBe('status 500')
  await sql`update sheet_row set state = 'failed'`.execute(replica.db)
  await sql`delete from work where queue = 'sheet'`.execute(replica.db)
  await sql.raw(runbookStatement('notifications.sheet_row')).execute(replica.db)
  await eventually(states).toEqual(['sent'])
})

it('adds each form once with several replicas, also forms claimed by a replica that crashed', { tags: 'nightly' }, async () => {
  await stopAll()
  replica = await start({ sheet: false })
  await replica.db.transaction().execute(async (trx) => {
    const { rows: forms } = await sql<{ id: string }>`
      insert into contact (id, first_name, last_name, email, mobile, message, client)
      select gen_random_uuid(), 'Ann', 'Lee', 'ann@example.com', '', '', '' from generate_series(1, 30) returning id`.execute(trx)
    for (const { id } of forms) await queueSheetRow(trx, id)
  })
  expect((await settleAndClaim(replica.db, sheetRows, [], { count: 5, priority: 0 })).claimed).toHaveLength(5)
  await Promise.all([start(), start(), start()])
  await eventually(async () => (await states()).filter((state) => state === 'sent')).toHaveLength(25)
  expect(script.posts).toHaveLength(25)
  await makeDue()
  await start()
  await eventually(async () => (await states()).filter((state) => state === 'sent')).toHaveLength(30)
  expect(new Set(script.rows.map(([id]) => id)).size).toBe(31)
  expect(script.posts).toHaveLength(30)
})

it('queues no row if no spreadsheet is configured', async () => {
  await stopAll()
  replica = await start({ sheet: false })
  await send()
  await eventually(mailStates).toEqual(['sent'])
  expect(await rows()).toEqual([])
})

it('rejects a URL that must not be called at startup', () => {
  const address = (url: string, hosts = '', mode = 'production') =>
    sheetAddress({ NODE_ENV: mode, CONTACT_SHEET_URL: url, CONTACT_SHEET_HOSTS: hosts })?.url
  const google = 'https://script.google.com/macros/s/key/exec'
  expect(address(google)).toBe(google)
  expect(address('https://sheets.example/in', 'sheets.example')).toBe('https://sheets.example/in')
  expect(address('')).toBeUndefined()
  expect(address('http://127.0.0.1:4000/', '127.0.0.1:4000', 'development')).toBe('http://127.0.0.1:4000/')
  for (const wrong of ['http://script.google.com/x', 'https://elsewhere.example/x', 'nonsense'])
    expect(() => address(wrong), wrong).toThrow(ConfigError)
  expect(() => address('http://127.0.0.1:4000/', '127.0.0.1:4000')).toThrow(ConfigError)
})
