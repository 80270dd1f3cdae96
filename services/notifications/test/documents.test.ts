import { startConsumers } from '@app/chassis/messaging/consumer.ts'
import { type Bus, busTransport, createBus } from '@app/chassis/messaging/in-process.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import { person } from '@app/chassis/testing/people.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import { DocumentOpened, DocumentRemoved, DocumentUploaded } from '@app/contracts/events/documents.ts'
import { AdminAdded, AdminRemoved } from '@app/contracts/events/identity.ts'
import type { Notification } from '@app/contracts/http/notifications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { subscriptions } from '../src/consumers.ts'
import { migrations } from '../src/db/migrations/index.ts'
import { eventually } from './support/eventually.ts'
import { type Replica, startReplica } from './support/replica.ts'
import { testSettings } from './support/settings.ts'

type Fact = EventData<typeof DocumentUploaded>

const [first, second] = [1, 2].map((n) => ({ userId: crypto.randomUUID(), email: `admin${n}@example.com`, username: `Admin ${n}` })) as [
  EventData<typeof AdminAdded>,
  EventData<typeof AdminAdded>,
]
const company = crypto.randomUUID()
const ownerId = crypto.randomUUID()
const document = (DocId: number, changes: Partial<Fact> = {}): Fact => ({
  _id: crypto.randomUUID(),
  DocId,
  companyProfileId: company,
  companyName: 'Bakery',
  ownerId,
  title: `Price list ${DocId}`,
  documentType: 'pdf',
  DocViewer: false,
  fileName: 'prices.pdf',
  size: 1_258_291,
  createdAt: '2026-12-01T12:00:00.000Z',
  ...changes,
})

let database: TestDatabase
let relay: TestRelay
let replicas: [Replica, Replica]
let db: Replica['db']
let bus: Bus
let consumers: { stop(): Promise<void> }

const publish = <E extends EventContract>(event: E, data: EventData<E>, version?: number) => bus.publish([envelope(event, data, version)])
const share = (...documents: Fact[]) => bus.publish(documents.map((fact) => envelope(DocumentUploaded, fact)))

async function whenDue(condition = sql<boolean>`true`): Promise<void> {
  await sql`update work set due_at = now(), wait = '0' where state = 'queued' and ${condition}`.execute(db)
  await sql`select pg_notify('work_notifications', '')`.execute(db)
}
const unsettled = () => db.selectFrom('work').select('key').where('queue', '=', 'documents').where('state', '<>', 'done').execute()
const received = () => relay.mails.map((mail) => `${[mail.to ?? []].flat()[0]?.text}: ${mail.subject}`).sort()
const bothAdmins = (subject: string) => [first, second].map(({ email }) => `${email}: ${subject}`)
const listed = async (role: 'owner' | 'admin', id: string): Promise<Notification[]> =>
  (await replicas[0].app.inject({ url: '/notifications', headers: person(role, id).headers })).json()

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  relay = await startRelay()
  const options = { databaseUrl: database.url, smtpUrl: relay.url }
  replicas = [await startReplica(options), await startReplica(options)]
  const [{ log }] = replicas
  db = replicas[0].db
  bus = createBus(['notifications'])
  consumers = await startConsumers({
    service: 'notifications',
    db,
    transport: busTransport(bus),
    subscriptions: subscriptions(testSettings()),
    log,
    retryDelaysMs: [100, 200],
  })
})
afterAll(async () => {
  await consumers.stop()
  await Promise.all(replicas.map((replica) => replica.stop()))
  await relay.close()
  await database.drop()
})
beforeEach(async () => {
  for (const table of ['mail', 'work', 'notification', 'recipient', 'pending_digest_document'] as const)
    await db.deleteFrom(table).execute()
  await publish(AdminAdded, first)
  await publish(AdminAdded, second)
  relay.mails.length = 0
})

it('notifies the admins about a document at once, and queues the email with a delay', async () => {
  await share(document(12))
  expect(await listed('admin', first.userId)).toMatchObject([
    {
      type: DocumentUploaded.type,
      message: 'Bakery shared the document "Price list 12".',
      companyProfileId: company,
      taskId: null,
      DocId: 12,
    },
  ])
  expect(await listed('owner', ownerId)).toEqual([])
  const rows = await db.selectFrom('notification').select(['audience_user', 'audience_admins', 'doc_id']).orderBy('id').execute()
  expect(rows).toEqual([
    { audience_user: ownerId, audience_admins: false, doc_id: 12 },
    { audience_user: null, audience_admins: true, doc_id: 12 },
  ])
  const [work] = await db.selectFrom('work').select('due_at').execute()
  expect(Date.parse(work?.due_at ?? '') - Date.now()).toBeGreaterThan(100_000)
  await whenDue()
  await eventually(received).toEqual(bothAdmins('New document from Bakery: Price list 12'))
})

it('distinguishes training documents in the notification', async () => {
  await share(document(13, { DocViewer: true }))
  expect(await listed('admin', first.userId)).toMatchObject([{ message: 'Bakery shared the training document "Price list 13".' }])
})

it('sends each admin one email per company about several documents, whichever replica handles the work', { tags: 'nightly' }, async () => {
  const shop = { companyProfileId: crypto.randomUUID(), companyName: 'Shop' }
  const twenty = Array.from({ length: 20 }, (_, n) => document(n + 1))
  await share(...twenty, document(21, shop))
  expect(await listed('admin', first.userId)).toHaveLength(21)
  await whenDue()
  await eventually(received).toEqual(
    [...bothAdmins('20 new documents from Bakery'), ...bothAdmins('New document from Shop: Price list 21')].sort(),
  )
  await eventually(unsettled).toEqual([])
  expect(relay.mails).toHaveLength(4)
  for (const { text } of relay.mails.filter(({ subject }) => subject?.startsWith('20')))
    for (const { DocId, title } of twenty) expect(text).toContain(`${title} (#${DocId})\n  PDF, 1.2 MB\n`)
})

it('waits until no new document is uploaded, but at most 15 minutes', async () => {
  await share(document(1))
  await share(document(2))
  const [older] = await db.selectFrom('pending_digest_document').select('id').orderBy('id').execute()
  const ofOlder = sql<boolean>`queue = 'documents' and key = ${String(older?.id)}`
  await whenDue(ofOlder)
  await eventually(() => db.selectFrom('work').select('state').where(ofOlder).execute()).toEqual([{ state: 'done' }])
  expect(await db.selectFrom('pending_digest_document').select('id').execute()).toHaveLength(2)
  expect(await db.selectFrom('mail').select('id').execute()).toEqual([])

  await sql`update pending_digest_document set created_at = now() - interval '16 minutes' where id = ${older?.id}`.execute(db)
  await sql`update work set state = 'queued' where ${ofOlder}`.execute(db)
  await whenDue(ofOlder)
  await eventually(received).toEqual(bothAdmins('2 new documents from Bakery'))
  // A document that is shared later is in another email.
  await share(document(3))
  await whenDue()
  await eventually(received).toEqual(
    [...bothAdmins('2 new documents from Bakery'), ...bothAdmins('New document from Bakery: Price list 3')].sort(),
  )
  await eventually(unsettled).toEqual([])
})

it('notifies and emails once when the event is delivered twice and the work runs twice', async () => {
  const event = envelope(DocumentUploaded, document(1))
  await bus.publish([event])
  await bus.publish([event])
  await whenDue()
  await eventually(received).toEqual(bothAdmins('New document from Bakery: Price list 1'))
  await eventually(unsettled).toEqual([])
  // Simulates a crash between queueing the emails and settling the work.
  await sql`update work set state = 'queued', settled_at = null where queue = 'documents'`.execute(db)
  await whenDue()
  await eventually(unsettled).toEqual([])
  expect(await db.selectFrom('mail').select('id').execute()).toHaveLength(2)
  expect(await listed('admin', first.userId)).toHaveLength(1)
})

it('emails an admin who was added after the upload, but not one who was removed', async () => {
  const third = { userId: crypto.randomUUID(), email: 'admin3@example.com', username: 'Admin 3' }
  await share(document(1))
  await publish(AdminRemoved, { ...second, tokensInvalidBefore: Math.floor(Date.now() / 1000) + 1 }, 2)
  await publish(AdminAdded, third)
  await whenDue()
  await eventually(received).toEqual([first, third].map(({ email }) => `${email}: New document from Bakery: Price list 1`))
})

it('makes screens refetch without a message when a document is opened or removed', async () => {
  await publish(DocumentOpened, document(4))
  await publish(DocumentRemoved, document(4))
  const rows = await db.selectFrom('notification').select(['type', 'audience_admins', 'message', 'doc_id']).orderBy('id').execute()
  expect(rows).toEqual(
    [DocumentOpened, DocumentRemoved].flatMap(({ type }) =>
      [false, true].map((audience_admins) => ({ type, audience_admins, message: '', doc_id: 4 })),
    ),
  )
})

it.each([
  ['after the upload', ['share', 'remove']],
  ['before the upload', ['remove', 'share']],
])('does not email about a document whose removal is handled %s', async (_when, steps) => {
  const wrong = document(2)
  await share(document(1))
  for (const step of steps) await (step === 'share' ? share(wrong) : publish(DocumentRemoved, wrong))
  await whenDue()
  await eventually(received).toEqual(bothAdmins('New document from Bakery: Price list 1'))
  await eventually(unsettled).toEqual([])
  expect(relay.mails).toHaveLength(2)
})

it('does not allow a title to inject an email header or another part of the email', async () => {
  await share(document(1, { title: 'Prices\r\nBcc: bob@example.com\r\n\r\n<b>free</b>', companyName: 'Tom & "Sons"\r\nX-Spam: no' }))
  await whenDue()
  await eventually(() => relay.mails.length).toBe(2)
  const [mail] = relay.mails
  expect(mail?.subject).toBe('New document from Tom & "Sons" X-Spam: no: Prices Bcc: bob@example.com <b>free</b>')
  expect(mail?.bcc).toBeUndefined()
  expect(mail?.headers.has('x-spam')).toBe(false)
  expect(mail?.text).toContain('\nDocument: Prices Bcc: bob@example.com <b>free</b> (#1)\nCompany: Tom & "Sons" X-Spam: no\n')
  expect(mail?.html).toContain('Prices Bcc: bob@example.com &lt;b&gt;free&lt;/b&gt;')
})
