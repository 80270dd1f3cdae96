import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import { mailFrom } from '@app/contracts/brand-mail.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { type NewMail, queueMail } from '../src/mail/mail.repository.ts'
import { purge } from '../src/purge.ts'
import { eventually } from './support/eventually.ts'
import { type Replica, startReplica } from './support/replica.ts'
import { RETENTION } from './support/settings.ts'

let database: TestDatabase
/** A connection pool that stays open while replicas start and stop. */
let db: Kysely<Tables>
let relay: TestRelay
let replica: Replica
const replicas: Replica[] = []

const start = async (): Promise<Replica> => {
  const started = await startReplica({ databaseUrl: database.url, smtpUrl: relay.url })
  replicas.push(started)
  return started
}
const stopAll = () => Promise.all(replicas.splice(0).map((started) => started.stop()))

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  db = connect({ url: database.url, schema: 'notifications', max: 5, onIdleError: () => {} })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(async () => {
  relay = await startRelay()
  replica = await start()
})
afterEach(async () => {
  await stopAll()
  await db.deleteFrom('mail').execute()
  await db.deleteFrom('work').execute()
  await relay.close()
})

const queue = (mail: Partial<NewMail> = {}, eventId: string = crypto.randomUUID()) =>
  db.transaction().execute((trx) =>
    queueMail(trx, {
      eventId,
      template: 'welcome',
      recipient: 'ann@example.com',
      content: { subject: 'Hello', text: 'plain', html: '<p>rich</p>' },
      ...mail,
    }),
  )
const rows = () => db.selectFrom('mail').selectAll().orderBy('created_at').execute()
const works = () => db.selectFrom('work').select(['key', 'state', 'attempts', 'repeats', 'due_at']).orderBy('id').execute()
const states = async () => (await rows()).map((row) => row.state)
async function makeDue(): Promise<void> {
  await sql`update work set due_at = now(), wait = '0' where settled_at is null`.execute(db)
  await sql`select pg_notify('work_notifications', '')`.execute(db)
}
const waitSeconds = async () => (Date.parse((await works())[0]?.due_at ?? '') - Date.now()) / 1_000

it('sends both parts of an email at once, and erases the body in the ledger', async () => {
  await queue({ replyTo: 'bob@example.com' })
  // The timeout is shorter than the queue's polling interval of 5 s, so the test fails unless the worker is notified.
  await expect.poll(() => relay.mails.length, { timeout: 4_000 }).toBe(1)
  const [mail] = relay.mails
  expect(mail?.subject).toBe('Hello')
  expect(mail?.text?.trim()).toBe('plain')
  expect(mail?.html).toContain('<p>rich</p>')
  expect(mail?.from?.text).toBe(mailFrom.replace(/^(.*) </, '"$1" <'))
  expect(mail?.replyTo?.value).toEqual([{ address: 'bob@example.com', name: '' }])
  await eventually(states).toEqual(['sent'])
  const [row] = await rows()
  expect(row).toMatchObject({ attempts: 1, text: null, html: null, recipient: 'ann@example.com' })
  expect(row?.sent_at).not.toBeNull()
  expect(mail?.messageId).toContain(row?.id)
})

it.each([
  ['ann@example.com', ['ann@example.com']],
  ['ann,bob@example.com', ['"ann,bob"@example.com']],
  ['ann;bob@example.com', ['"ann;bob"@example.com']],
  ['ann<bob@example.com', []],
])('sends an email for %s only to %j', async (recipient, addresses) => {
  await queue({ recipient })
  await eventually(states).not.toContain('queued')
  expect(relay.recipients).toEqual(addresses)
})

it('queues the same email for the same event once', async () => {
  await queue({}, 'event-1')
  await eventually(states).toEqual(['sent'])
  await queue({}, 'event-1')
  await queue({ recipient: 'bob@example.com' }, 'event-1')
  await eventually(states).toEqual(['sent', 'sent'])
  expect(relay.mails.map((mail) => mail.to)).toHaveLength(2)
})

it('retries after a temporary rejection, also after a restart', { tags: 'nightly' }, async () => {
  relay.refusals.push('451 not now')
  await queue()
  await eventually(async () => (await rows())[0]?.last_error).toBe('EENVELOPE 451')
  const [waiting] = await rows()
  expect(waiting).toMatchObject({ state: 'queued', attempts: 1, text: 'plain' })
  expect(await waitSeconds()).toBeGreaterThan(5)
  expect(relay.mails).toHaveLength(0)

  await stopAll()
  await makeDue()
  replica = await start()
  await eventually(states).toEqual(['sent'])
  expect(relay.mails).toHaveLength(1)
  expect((await rows())[0]).toMatchObject({ attempts: 2, last_error: null })
})

it('gives up at once after a permanent rejection, and counts it in the metrics', async () => {
  relay.refusals.push('550 5.1.1 no such user')
  await queue()
  await eventually(states).toEqual(['failed'])
  expect((await rows())[0]).toMatchObject({ attempts: 1, last_error: 'EENVELOPE 550 5.1.1', text: 'plain' })
  const { body } = await replica.app.inject('/metrics')
  expect(body).toContain('mails_failed_total{template="welcome"} 1')
  expect(body).toContain('work_waiting{queue="mail"} 0')
})

it('keeps emails queued while the relay is unavailable', async () => {
  await relay.close()
  await queue()
  await eventually(async () => (await rows())[0]?.last_error).toMatch(/^ESOCKET|^ECONNECTION/)
  expect(await states()).toEqual(['queued'])
})

it('sends each email once with several replicas', { tags: 'nightly' }, async () => {
  await start()
  await start()
  await Promise.all(Array.from({ length: 60 }, (_, n) => queue({ recipient: `person${n}@example.com` })))
  await eventually(async () => (await states()).filter((state) => state !== 'sent')).toEqual([])
  const recipients = relay.mails.map((mail) => [mail.to ?? []].flat()[0]?.text)
  expect(new Set(recipients).size).toBe(60)
  expect(recipients).toHaveLength(60)
})

it('resends an email as a possible duplicate ten minutes after its replica crashed', { tags: 'nightly' }, async () => {
  relay.troubles.push('answers late')
  await queue()
  await eventually(() => relay.mails.length).toBe(1)
  // Simulates a crash of the replica: the changed token makes the replica's claim of the work invalid.
  await sql`update work set token = token + 1`.execute(db)
  expect(await works()).toMatchObject([{ state: 'unknown' }])
  expect(await waitSeconds()).toBeGreaterThan(500)
  await makeDue()
  await eventually(states).toEqual(['sent'])
  expect(relay.mails.map(({ messageId }) => messageId)).toEqual([relay.mails[0]?.messageId, relay.mails[0]?.messageId])
  expect((await rows())[0]).toMatchObject({ may_be_duplicate: true, attempts: 2 })
})

it('deletes only old rows', async () => {
  await queue()
  await eventually(states).toEqual(['sent'])
  await sql`update mail set created_at = now() - interval '91 days'`.execute(db)
  await queue()
  const row = { audience_user: null, audience_admins: true, type: 'x', message: 'm', company_profile_id: null, task_id: null, doc_id: null }
  await db
    .insertInto('notification')
    .values([
      { ...row, created_at: sql<string>`now() - interval '31 days'` },
      { ...row, created_at: sql<string>`now()` },
    ])
    .execute()
  const form = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', mobile: '', message: '', client: '' }
  const [expired, kept] = [crypto.randomUUID(), crypto.randomUUID()]
  await db
    .insertInto('contact')
    .values([
      { id: expired, ...form, created_at: sql<string>`now() - interval '2 years 1 day'` },
      { id: kept, ...form, created_at: sql<string>`now() - interval '1 year 11 months'` },
    ])
    .execute()
  await db
    .insertInto('sheet_row')
    .values([expired, kept].map((contact_id) => ({ contact_id })))
    .execute()
  expect(await purge(db, RETENTION)).toBe(3)
  expect(await rows()).toHaveLength(1)
  expect(await db.selectFrom('notification').select('id').execute()).toHaveLength(1)
  expect(await db.selectFrom('contact').select('id').execute()).toEqual([{ id: kept }])
  expect(await db.selectFrom('sheet_row').select('contact_id').execute()).toEqual([{ contact_id: kept }])
})
