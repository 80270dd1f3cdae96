import { startConsumers } from '@app/chassis/messaging/consumer.ts'
import { type Bus, busTransport, createBus } from '@app/chassis/messaging/in-process.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import { lockWaits } from '@app/chassis/testing/lock-waits.ts'
import { person } from '@app/chassis/testing/people.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import { CompanyManagerChanged } from '@app/contracts/events/company.ts'
import { DocumentChanged, PhotoRemoved, PhotosReceived } from '@app/contracts/events/documents.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import type { Notification } from '@app/contracts/http/notifications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { subscriptions } from '../src/consumers.ts'
import { migrations } from '../src/db/migrations/index.ts'
import { removeSettledDigests } from '../src/documents/digest-document.repository.ts'
import { content, type FakeComposer, startComposer } from './support/composer.ts'
import { eventually } from './support/eventually.ts'
import { type Replica, startReplica } from './support/replica.ts'
import { testSettings } from './support/settings.ts'

type Fact = EventData<typeof DocumentChanged>

const adminOf = (n: number) => ({
  userId: crypto.randomUUID(),
  email: `admin${n}@example.com`,
  username: `Admin ${n}`,
  role: 'admin' as const,
  emailVerified: false,
})
const [first, second] = [adminOf(1), adminOf(2)]
const company = crypto.randomUUID()
const ownerId = crypto.randomUUID()
const document = (DocId: number, changes: Partial<Fact> = {}): Fact => ({
  change: 'uploaded',
  _id: crypto.randomUUID(),
  DocId,
  companyProfileId: company,
  companyName: 'Bakery',
  ownerId,
  title: `Price list ${DocId}`,
  DocViewer: false,
  ...changes,
})

let database: TestDatabase
let relay: TestRelay
let composer: FakeComposer
let replicas: [Replica, Replica]
let db: Replica['db']
let bus: Bus
let consumers: { stop(): Promise<void> }

const publish = <E extends EventContract>(event: E, data: EventData<E>, version?: number) => bus.publish([envelope(event, data, version)])
const share = (...documents: Fact[]) => bus.publish(documents.map((fact) => envelope(DocumentChanged, fact)))
const remove = (fact: Fact) => publish(DocumentChanged, { ...fact, change: 'removed' })
const addAdmin = (admin: typeof first) => publish(UserChanged, { ...admin, change: 'admin-added' })

async function whenDue(condition = sql<boolean>`true`): Promise<void> {
  await sql`update work set due_at = now(), wait = '0' where state = 'queued' and ${condition}`.execute(db)
  await sql`select pg_notify('work_notifications', '')`.execute(db)
}
const unsettled = () => db.selectFrom('work').select('key').where('queue', '=', 'documents').where('state', '<>', 'done').execute()
/** Returns the recipients of the received emails. */
const received = () => relay.mails.map((mail) => [mail.to ?? []].flat()[0]?.text ?? '').sort()
const bothAdmins = [first.email, second.email]
/** Returns the requests for contents: the company, the recipient and the documents, sorted. */
const requests = () => composer.requests.map(({ about, recipient, ids }) => ({ about, recipient, ids: ids?.toSorted() }))
const requested = (admin: typeof first, ...documents: Fact[]) => ({
  about: documents[0]?.companyProfileId,
  recipient: { kind: 'admin', id: admin.userId },
  ids: documents.map(({ _id }) => _id).sort(),
})
/** The composer is not ready yet. Each request is repeated after a minute. */
const incomplete = () => ({ status: 409, headers: { 'retry-after': '60' } })
const digestDocuments = () => db.selectFrom('digest_document').select(['document_id', 'digest_id']).orderBy('id').execute()
const mails = () => db.selectFrom('mail').select(['state', 'last_error']).orderBy('state').execute()
const listed = async (role: 'owner' | 'admin', id: string): Promise<Notification[]> =>
  (await replicas[0].app.inject({ url: '/notifications', headers: person(role, id).headers })).json()

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  relay = await startRelay()
  composer = await startComposer()
  const options = { databaseUrl: database.url, smtpUrl: relay.url, composerUrl: composer.url }
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
  await composer.close()
  await database.drop()
})
beforeEach(async () => {
  const tables = ['mail', 'work', 'notification', 'recipient', 'digest_document', 'task_email_choice', 'company_manager'] as const
  for (const table of tables) await db.deleteFrom(table).execute()
  await addAdmin(first)
  await addAdmin(second)
  relay.mails.length = 0
  composer.requests.length = 0
  composer.respond = content()
})

it('notifies the admins about a document at once, and queues the email with a delay', async () => {
  const shared = document(12)
  await share(shared)
  expect(await listed('admin', first.userId)).toMatchObject([
    {
      type: DocumentChanged.type,
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
  await eventually(received).toEqual(bothAdmins)
  expect(composer.requests.map(({ topic }) => topic)).toEqual(Array(2).fill('documents-shared'))
  expect(requests()).toEqual(expect.arrayContaining([first, second].map((admin) => requested(admin, shared))))
  const stored = await db.selectFrom('mail').select(['composer', 'subject', 'text', 'html']).execute()
  expect(stored).toEqual(Array(2).fill({ composer: 'documents', subject: 'documents-shared', text: null, html: null }))
})

it('distinguishes training documents in the notification', async () => {
  await share(document(13, { DocViewer: true }))
  expect(await listed('admin', first.userId)).toMatchObject([{ message: 'Bakery shared the training document "Price list 13".' }])
})

it('sends each admin one email per company about several documents, whichever replica handles the work', { tags: 'nightly' }, async () => {
  const shop = { companyProfileId: crypto.randomUUID(), companyName: 'Shop' }
  const twenty = Array.from({ length: 20 }, (_, n) => document(n + 1))
  const other = document(21, shop)
  await share(...twenty, other)
  expect(await listed('admin', first.userId)).toHaveLength(21)
  await whenDue()
  await eventually(received).toEqual([...bothAdmins, ...bothAdmins].sort())
  await eventually(unsettled).toEqual([])
  expect(relay.mails).toHaveLength(4)
  for (const admin of [first, second])
    expect(requests()).toEqual(expect.arrayContaining([requested(admin, ...twenty), requested(admin, other)]))
})

it('waits until no new document is uploaded, but at most 15 minutes', async () => {
  const [one, two, three] = [document(1), document(2), document(3)]
  await share(one)
  await share(two)
  const [older] = await db.selectFrom('digest_document').select('id').orderBy('id').execute()
  const ofOlder = sql<boolean>`queue = 'documents' and key = ${String(older?.id)}`
  await whenDue(ofOlder)
  await eventually(() => db.selectFrom('work').select('state').where(ofOlder).execute()).toEqual([{ state: 'done' }])
  expect(await digestDocuments()).toHaveLength(2)
  expect(await mails()).toEqual([])

  await sql`update digest_document set created_at = now() - interval '16 minutes' where id = ${older?.id}`.execute(db)
  await sql`update work set state = 'queued' where ${ofOlder}`.execute(db)
  await whenDue(ofOlder)
  await eventually(received).toEqual(bothAdmins)
  // A document that is shared later is in another email.
  await share(three)
  await whenDue()
  await eventually(received).toEqual([...bothAdmins, ...bothAdmins].sort())
  await eventually(unsettled).toEqual([])
  expect(requests()).toHaveLength(4)
  for (const admin of [first, second])
    expect(requests()).toEqual(expect.arrayContaining([requested(admin, one, two), requested(admin, three)]))
})

it('notifies and emails once when the event is delivered twice and the work runs twice', async () => {
  const event = envelope(DocumentChanged, document(1))
  await bus.publish([event])
  await bus.publish([event])
  await whenDue()
  await eventually(received).toEqual(bothAdmins)
  await eventually(unsettled).toEqual([])
  // Simulates a crash between queueing the emails and settling the work.
  await sql`update work set state = 'queued', settled_at = null where queue = 'documents'`.execute(db)
  await whenDue()
  await eventually(unsettled).toEqual([])
  expect(await mails()).toHaveLength(2)
  expect(await listed('admin', first.userId)).toHaveLength(1)
})

it('emails an admin who was added after the upload, but not one who was removed', async () => {
  const third = adminOf(3)
  await share(document(1))
  await publish(UserChanged, { ...second, change: 'admin-removed' }, 2)
  await addAdmin(third)
  await whenDue()
  await eventually(received).toEqual([first.email, third.email])
})

it('makes screens refetch without a message when a document is opened or removed', async () => {
  await publish(DocumentChanged, document(4, { change: 'opened' }))
  await publish(DocumentChanged, document(4, { change: 'removed' }))
  const rows = await db.selectFrom('notification').select(['type', 'audience_admins', 'message', 'doc_id']).orderBy('id').execute()
  const refetch = [false, true].map((audience_admins) => ({ type: DocumentChanged.type, audience_admins, message: '', doc_id: 4 }))
  expect(rows).toEqual([...refetch, ...refetch])
  expect(await digestDocuments()).toEqual([])
})

it.each([
  ['after the upload', ['share', 'remove']],
  ['before the upload', ['remove', 'share']],
])('does not email about a document whose removal is handled %s', async (_when, steps) => {
  const [right, wrong] = [document(1), document(2)]
  await share(right)
  for (const step of steps) await (step === 'share' ? share(wrong) : remove(wrong))
  await whenDue()
  await eventually(received).toEqual(bothAdmins)
  await eventually(unsettled).toEqual([])
  expect(requests()).toEqual(expect.arrayContaining([first, second].map((admin) => requested(admin, right))))
  const messages = (await listed('admin', first.userId)).map(({ message }) => message)
  expect(messages.includes('Bakery shared the document "Price list 2".')).toBe(steps[0] === 'share')
})

it('keeps the documents of a digest until all of its emails have settled', async () => {
  const shared = document(1)
  await share(shared)
  composer.respond = (request) => (request.recipient.id === second.userId ? incomplete() : content()(request))
  await whenDue()
  await eventually(received).toEqual([first.email])
  await eventually(mails).toEqual([
    { state: 'queued', last_error: 'incomplete' },
    { state: 'sent', last_error: null },
  ])
  expect(await digestDocuments()).toEqual([{ document_id: shared._id, digest_id: expect.any(String) }])
  composer.respond = content()
  await whenDue()
  await eventually(received).toEqual(bothAdmins)
  await eventually(digestDocuments).toEqual([])
})

it('deletes the documents of a digest whose last two emails settle at the same time', async () => {
  await share(document(1))
  composer.respond = incomplete
  await whenDue()
  await eventually(mails).toEqual(Array(2).fill({ state: 'queued', last_error: 'incomplete' }))
  const [{ digest_id: digestId } = { digest_id: null }] = await digestDocuments()
  const settle = (admin: typeof first, meanwhile = async () => {}) =>
    db.transaction().execute(async (trx) => {
      await trx.updateTable('mail').set({ state: 'sent' }).where('recipient_id', '=', admin.userId).execute()
      await removeSettledDigests(trx, [digestId ?? ''])
      await meanwhile()
    })
  let other: Promise<void> | undefined
  await settle(first, async () => {
    other = settle(second)
    await eventually(() => lockWaits(db)).toBe(1)
  })
  await other
  expect(await digestDocuments()).toEqual([])
})

it('leaves out a document that is removed while the email is queued', async () => {
  const [kept, removed] = [document(1), document(2)]
  await share(kept, removed)
  composer.respond = incomplete
  await whenDue()
  await eventually(mails).toEqual(Array(2).fill({ state: 'queued', last_error: 'incomplete' }))
  await remove(removed)
  composer.requests.length = 0
  composer.respond = content()
  await whenDue()
  await eventually(received).toEqual(bothAdmins)
  expect(requests()).toEqual(expect.arrayContaining([first, second].map((admin) => requested(admin, kept))))
})

it('sends no email without a document, also if only the composer knows that all were removed', async () => {
  const shared = document(1)
  await share(shared)
  composer.respond = (request) => (request.recipient.id === second.userId ? { status: 410 } : incomplete())
  await whenDue()
  await eventually(mails).toEqual([
    { state: 'failed', last_error: 'obsolete' },
    { state: 'queued', last_error: 'incomplete' },
  ])
  await remove(shared)
  composer.requests.length = 0
  await whenDue()
  await eventually(mails).toEqual(Array(2).fill({ state: 'failed', last_error: 'obsolete' }))
  expect([composer.requests, await digestDocuments(), relay.mails]).toEqual([[], [], []])
})

it('reports each delivery of photos once, and emails the admins about it apart from documents', async () => {
  const [deliveryId, shared] = [crypto.randomUUID(), document(1)]
  const photos = { companyProfileId: company, companyName: 'Bakery', ownerId, storedBytes: 900 }
  await share(shared)
  await publish(PhotosReceived, { ...photos, deliveryId, count: 12, taskId: 1042, title: 'Winter bread' })
  await publish(PhotosReceived, { ...photos, deliveryId: crypto.randomUUID(), companyProfileId: crypto.randomUUID(), count: 1 })
  await publish(PhotoRemoved, { photoId: crypto.randomUUID(), companyProfileId: company, ownerId, storedBytes: 0 })
  const messages = (await listed('admin', first.userId)).map(({ message, taskId }) => [message, taskId])
  expect(messages).toEqual([
    ['Bakery sent 1 photo.', null],
    ['Bakery sent 12 photos for "Winter bread".', 1042],
    ['Bakery shared the document "Price list 1".', null],
  ])
  expect(await listed('owner', ownerId)).toEqual([])
  await whenDue()
  await eventually(received).toHaveLength(6)
  const about = composer.requests.filter((request) => request.about === company).map(({ topic, ids }) => `${topic} ${ids}`)
  expect(about.sort()).toEqual([...Array(2).fill(`documents-shared ${shared._id}`), ...Array(2).fill(`photos-received ${deliveryId}`)])
  await eventually(digestDocuments).toEqual([])
})

it('emails photos when each admin wants emails: daily, or not at all, or only of the own companies', async () => {
  const choose = (admin: typeof first, frequency: string, scope = 'all') =>
    db
      .insertInto('task_email_choice')
      .values({ user_id: admin.userId, frequency, scope })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ frequency, scope }))
      .execute()
  const send = (companyProfileId = company) =>
    publish(PhotosReceived, {
      companyProfileId,
      companyName: 'Bakery',
      ownerId,
      storedBytes: 900,
      deliveryId: crypto.randomUUID(),
      count: 1,
    })
  const waits = async () => {
    const rows = await db.selectFrom('work').select(['payload', 'due_at']).where('queue', '=', 'documents').orderBy('id').execute()
    return rows.map(({ payload, due_at }) => [(payload as { userId: string }).userId, Date.parse(due_at) - Date.now()] as const)
  }
  await choose(first, 'hourly')
  await choose(second, 'none')
  await send()
  await send()
  const waiting = await waits()
  expect(waiting.map(([userId]) => userId)).toEqual([first.userId, first.userId])
  for (const [, ms] of waiting) expect(ms).toBeGreaterThan(59 * 60_000)
  await whenDue()
  await eventually(received).toHaveLength(1)
  expect(composer.requests.map(({ recipient, ids }) => [recipient.id, ids?.length])).toEqual([[first.userId, 2]])
  await eventually(digestDocuments).toEqual([])

  // The admins changed their minds while the photos waited.
  await choose(second, 'at-once')
  await send()
  await choose(first, 'none')
  await choose(second, 'at-once', 'mine')
  await publish(CompanyManagerChanged, { companyProfileId: company, ownerId, managerId: first.userId, change: 'changed' })
  await whenDue()
  await eventually(digestDocuments).toEqual([])
  expect(relay.mails).toHaveLength(1)
})
