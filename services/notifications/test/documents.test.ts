import { startConsumers } from '@app/chassis/messaging/consumer.ts'
import { type Bus, busTransport, createBus } from '@app/chassis/messaging/in-process.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
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
import { envelope } from './support/envelope.ts'
import { eventually } from './support/eventually.ts'
import { PUBLIC_URL, type Replica, startReplica } from './support/replica.ts'

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

/** Both replicas are told that what waits is due: what came in some time ago, as far as the mails know. */
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
    subscriptions: subscriptions(PUBLIC_URL, 'America/New_York'),
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

it('a shared document: a line for the admins at once, screens refresh, and a mail once the owner rests', async () => {
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

it('training documents are named so', async () => {
  await share(document(13, { DocViewer: true }))
  expect(await listed('admin', first.userId)).toMatchObject([{ message: 'Bakery shared the training document "Price list 13".' }])
})

it('what is shared in a row is one mail to each admin, whichever replicas do its work, and companies are kept apart', async () => {
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
    for (const { DocId, title } of twenty) expect(text).toContain(`#${DocId}: ${title} · PDF, 1.2 MB`)
})

it('waits for the newest, but not for longer than a quarter of an hour', async () => {
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
  // What comes later is a mail of its own.
  await share(document(3))
  await whenDue()
  await eventually(received).toEqual(
    [...bothAdmins('2 new documents from Bakery'), ...bothAdmins('New document from Bakery: Price list 3')].sort(),
  )
  await eventually(unsettled).toEqual([])
})

it('is told once however often the event is delivered, and its work done again', async () => {
  const event = envelope(DocumentUploaded, document(1))
  await bus.publish([event])
  await bus.publish([event])
  await whenDue()
  await eventually(received).toEqual(bothAdmins('New document from Bakery: Price list 1'))
  await eventually(unsettled).toEqual([])
  // As after a crash between the mails and the word that they were queued.
  await sql`update work set state = 'queued', settled_at = null where queue = 'documents'`.execute(db)
  await whenDue()
  await eventually(unsettled).toEqual([])
  expect(await db.selectFrom('mail').select('id').execute()).toHaveLength(2)
  expect(await listed('admin', first.userId)).toHaveLength(1)
})

it('a removed admin gets none, a new one does', async () => {
  const third = { userId: crypto.randomUUID(), email: 'admin3@example.com', username: 'Admin 3' }
  await share(document(1))
  await publish(AdminRemoved, { ...second, tokensInvalidBefore: Math.floor(Date.now() / 1000) + 1 }, 2)
  await publish(AdminAdded, third)
  await whenDue()
  await eventually(received).toEqual([first, third].map(({ email }) => `${email}: New document from Bakery: Price list 1`))
})

it('opened and removed ones refresh screens without a word', async () => {
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
  ['before the mail', ['share', 'remove']],
  ['before it is heard of', ['remove', 'share']],
])('removed %s it is not mailed, what was shared beside it is', async (_when, steps) => {
  const wrong = document(2)
  await share(document(1))
  for (const step of steps) await (step === 'share' ? share(wrong) : publish(DocumentRemoved, wrong))
  await whenDue()
  await eventually(received).toEqual(bothAdmins('New document from Bakery: Price list 1'))
  await eventually(unsettled).toEqual([])
  expect(relay.mails).toHaveLength(2)
})

it('cannot be made to write a header, or another part of the mail', async () => {
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
