import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { startConsumers } from '@app/chassis/messaging/consumer.ts'
import { type Bus, busTransport, createBus } from '@app/chassis/messaging/in-process.ts'
import { type PublicFiles, publicFiles } from '@app/chassis/storage/public-files.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { jpeg, png } from '@app/chassis/testing/pictures.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import { createTestStore } from '@app/chassis/testing/store.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import { AdminAdded, EmailVerified, UserState } from '@app/contracts/events/identity.ts'
import { ReviewEmailSent } from '@app/contracts/events/notifications.ts'
import { PreviewCompleted, PreviewUploaded, ReviewLinkRequested, TaskApproved } from '@app/contracts/events/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { subscriptions } from '../src/consumers.ts'
import { migrations } from '../src/db/migrations/index.ts'
import { completePreviewMail, reportPreview } from '../src/reactions/previews.ts'
import { emailAtOnce } from './support/email-at-once.ts'
import { eventually } from './support/eventually.ts'
import { type Replica, startReplica } from './support/replica.ts'
import { reviewMails } from './support/review-mails.ts'
import { decisionData, previewData } from './support/task-events.ts'

const URL = 'https://portal.example'
const owner = { userId: crypto.randomUUID(), email: 'maria@harborpine.example', username: 'Maria' }

let database: TestDatabase
let store: Awaited<ReturnType<typeof createTestStore>>
let relay: TestRelay
let replica: Replica
let bus: Bus
let consumers: { stop(): Promise<void> }
/** The file store from which the replica reads pictures. Tests replace this object. */
let files: PublicFiles
const publish = <E extends EventContract>(event: E, data: EventData<E>, version?: number) => bus.publish([envelope(event, data, version)])

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  relay = await startRelay()
  store = await createTestStore()
  const seen: PublicFiles = { keyOf: store.files.keyOf, read: (...call) => files.read(...call) }
  replica = await startReplica({ databaseUrl: database.url, smtpUrl: relay.url, files: seen })
  bus = createBus(['notifications'])
  consumers = await startConsumers({
    service: 'notifications',
    db: replica.db,
    transport: busTransport(bus),
    subscriptions: subscriptions(reviewMails(URL, { keyOf: store.files.keyOf })),
    log: replica.log,
    retryDelaysMs: [100, 200, 400, 800],
  })
})
afterAll(async () => {
  await consumers.stop()
  await replica.stop()
  await relay.close()
  await database.drop()
})
beforeEach(async () => {
  files = store.files
  for (const table of ['mail', 'work', 'notification', 'recipient', 'outbox'] as const) await replica.db.deleteFrom(table).execute()
  await publish(UserState, { ...owner, role: 'owner', emailVerified: false })
  const admin = { userId: crypto.randomUUID(), email: 'admin@example.com', username: 'Ada' }
  await emailAtOnce(replica.db, admin.userId)
  await publish(AdminAdded, admin)
  await publish(EmailVerified, owner, 2)
  await expect
    .poll(async () => replica.db.selectFrom('recipient').select('email').where('email_verified', '=', true).execute())
    .toHaveLength(1)
  await expect.poll(async () => (await replica.db.selectFrom('recipient').select('email').execute()).length).toBe(2)
  relay.mails.length = 0
})

async function storePicture(folder: 'previews' | 'company', content: Uint8Array, extension = 'jpg'): Promise<string> {
  const key = `public/${folder}/${crypto.randomUUID()}.${extension}`
  await store.put(key, Readable.from([content], { objectMode: false }), 'image/jpeg', AbortSignal.timeout(5_000))
  return store.publicUrl(key)
}

const picture = (thumbnail: string | null) => ({ kind: 'image' as const, thumbnail, width: 1600, height: 1200, durationMs: null })

const newTask = () => ({
  _id: crypto.randomUUID(),
  taskId: 42,
  companyProfileId: crypto.randomUUID(),
  companyName: 'Harbor Pine',
  ownerId: owner.userId,
  title: 'Winter bread',
  currentStatus: 'Pending' as const,
  targetPostingDate: '2026-12-07',
  submissionForReview: null,
  doneTaskImage: null,
  previewNo: 2,
})
const newPreview = (thumbnails: readonly (string | null)[]): EventData<typeof PreviewUploaded> => ({
  ...previewData(),
  ...newTask(),
  caption: 'Fresh bread',
  platforms: ['platform_x'],
  files: thumbnails.map(picture),
})

const toOwner = () => relay.mails.filter((mail) => [mail.to ?? []].flat()[0]?.text === owner.email)
async function nextToOwner() {
  await eventually(() => toOwner().length).toBe(1)
  const [mail] = toOwner()
  if (!mail) throw new Error('no email')
  return { text: mail.text ?? '', html: String(mail.html), attachments: mail.attachments, mail }
}
const rows = () => replica.db.selectFrom('mail').selectAll().where('recipient', '=', owner.email).orderBy('created_at').execute()
/** Makes all queued work due. */
async function passTime(): Promise<void> {
  await sql`update work set due_at = now(), wait = '0' where settled_at is null`.execute(replica.db)
  await sql`select pg_notify('work_notifications', '')`.execute(replica.db)
}

it('the email contains the pictures of the store, and the ledger contains only their keys until the email is sent', async () => {
  const [logo, thumbnail] = [await storePicture('company', png(), 'png'), await storePicture('previews', jpeg())]
  const data = { ...newPreview([thumbnail]), companyLogo: logo }
  relay.refusals.push('451 later')
  await publish(PreviewUploaded, data)
  await expect.poll(async () => (await rows())[0]?.last_error).toBe('EENVELOPE 451')
  const [queued] = await rows()
  expect(queued?.parts?.map((part) => part.kind === 'picture' && store.publicUrl(part.key))).toEqual([thumbnail, logo])
  expect(queued).toMatchObject({ thread_id: data._id, event_id: data.previewId })

  await passTime()
  const { attachments, mail } = await nextToOwner()
  expect(attachments.map(({ contentType, related, content }) => [contentType, related, content.length])).toEqual([
    ['image/jpeg', true, jpeg().length],
    ['image/png', true, png().length],
  ])
  expect(mail.messageId).toContain(queued?.id)
  expect(mail.references).toBe(mail.inReplyTo)
  expect(mail.inReplyTo).toContain(data._id)
  await expect.poll(async () => (await rows())[0]?.state).toBe('sent')
  expect(await rows()).toMatchObject([{ parts: null, text: null, html: null }])
})

it('both attempts after an unknown outcome contain the pictures and have the same Message-ID', async () => {
  relay.troubles.push('dies after the dot')
  await publish(PreviewUploaded, newPreview([await storePicture('previews', jpeg())]))
  await eventually(() => toOwner().length).toBe(1)
  await expect.poll(async () => (await rows())[0]?.attempts).toBe(1)
  await passTime()
  await eventually(() => toOwner().length).toBe(2)
  expect(new Set(toOwner().map(({ messageId }) => messageId)).size).toBe(1)
  expect(toOwner().map(({ attachments }) => attachments.length)).toEqual([1, 1])
})

it('a picture that is missing, too large or no picture is left out, and the email is sent at once', async () => {
  const thumbnails = [
    store.publicUrl(`public/previews/${crypto.randomUUID()}.jpg`),
    await storePicture('previews', new Uint8Array(300_000)),
    await storePicture('previews', Buffer.from('<svg onload="alert(1)"/>')),
    await storePicture('previews', jpeg()),
    'https://elsewhere.example/files/public/previews/x.jpg',
    store.publicUrl('private/documents/x.jpg'),
    store.publicUrl('public/../private/x.jpg'),
  ]
  await publish(PreviewUploaded, newPreview(thumbnails))
  const { attachments, html } = await nextToOwner()
  expect(attachments).toHaveLength(1)
  expect([...html.matchAll(/>Picture (\d) of 7<\/a>/g)].map(([, n]) => Number(n))).toEqual([1, 2, 3, 5, 6, 7])
  await expect.poll(async () => (await rows())[0]).toMatchObject({ attempts: 1 })
})

it('pictures that have more than 700 kB together are left out from the first that does not fit', async () => {
  const large = Buffer.concat([jpeg(), Buffer.alloc(180_000)])
  const thumbnails = [await storePicture('previews', large), await storePicture('previews', large), await storePicture('previews', large)]
  const last = [await storePicture('previews', large), await storePicture('previews', jpeg())]
  await publish(PreviewUploaded, newPreview([...thumbnails, ...last]))
  const { attachments } = await nextToOwner()
  expect(attachments.map(({ content }) => content.length > 100_000)).toEqual([true, true, true, false])
})

it('if the store is unavailable, the email is retried three times and then sent without pictures', async () => {
  files = publicFiles({ S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'files' })
  await publish(PreviewUploaded, newPreview([await storePicture('previews', jpeg())]))
  for (const attempts of [1, 2, 3]) {
    await expect.poll(async () => await rows()).toMatchObject([{ attempts, last_error: 'pictures', state: 'queued' }])
    expect(toOwner()).toEqual([])
    await passTime()
  }
  const { attachments, html } = await nextToOwner()
  expect(attachments).toEqual([])
  expect(html).toContain('>Picture</a>')
  expect(html).not.toContain('cid:')
})

it('a store that sends its response too slowly does not stop other emails', { tags: 'nightly' }, async () => {
  const silent = createServer((_request, response) => void response.writeHead(200).write('x'))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  files = publicFiles({ S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: 'files' })
  await publish(PreviewUploaded, newPreview([await storePicture('previews', jpeg())]))
  await publish(TaskApproved, { ...decisionData(), ...newTask() })
  await eventually(() => relay.mails.length).toBe(1)
  await expect.poll(async () => await rows()).toMatchObject([{ attempts: 1, last_error: 'pictures' }])
  silent.closeAllConnections()
  silent.close()
})

it('without a thumbnail, the email waits for the completion of the preview, and then shows the thumbnail', async () => {
  const data = newPreview([null])
  const link = { id: crypto.randomUUID(), recipientKind: 'owner' as const, recipientId: owner.userId }
  await publish(PreviewUploaded, { ...data, reviewLinks: [link] })
  await expect.poll(async () => await rows()).toMatchObject([{ state: 'queued', attempts: 0, review_link_id: link.id }])
  const completed = { ...data, files: [picture(await storePicture('previews', jpeg()))], reviewLinks: [link] }
  await publish(PreviewCompleted, completed)
  const { attachments, html } = await nextToOwner()
  expect(attachments).toHaveLength(1)
  expect(html).toContain('/review/')
  await expect.poll(() => outboxOf(replica.db as never, ReviewEmailSent)).toHaveLength(1)
  await publish(PreviewCompleted, completed)
  await publish(ReviewLinkRequested, completed)
  await eventually(() => toOwner().length).toBe(2)
  expect((await rows()).map(({ event_id }) => event_id === data.previewId)).toEqual([true, false])
})

it('without a completion, the email is sent without the picture after a minute', async () => {
  await publish(PreviewUploaded, newPreview([null]))
  await expect.poll(async () => await rows()).toHaveLength(1)
  const [work] = await replica.db.selectFrom('work').select('due_at').execute()
  const seconds = (Date.parse(work?.due_at ?? '') - Date.now()) / 1_000
  expect(seconds).toBeGreaterThan(30)
  expect(seconds).toBeLessThan(61)
  await passTime()
  const { attachments, text } = await nextToOwner()
  expect(attachments).toEqual([])
  expect(text).toContain('\nPicture\n')
})

it('a completion without a waiting email causes no email', async () => {
  const data = newPreview([null])
  await publish(PreviewCompleted, data)
  await publish(PreviewUploaded, data)
  await expect.poll(async () => await rows()).toMatchObject([{ event_id: data.previewId, state: 'queued' }])
})

it('a delivery and a completion that are handled at the same time cause one email', { tags: 'nightly' }, async () => {
  const thumbnail = await storePicture('previews', jpeg())
  const previews = Array.from({ length: 20 }, () => newPreview([null]))
  const mails = reviewMails(URL, { keyOf: store.files.keyOf })
  const received = <E extends EventContract>(event: E, data: EventData<E>) => envelope(event, data) as never
  const handle = (work: (trx: Parameters<typeof reportPreview>[0]) => Promise<void>) => replica.db.transaction().execute(work)
  await Promise.all(
    previews.flatMap((data) => [
      handle((trx) => reportPreview(trx, received(PreviewUploaded, data), mails)),
      handle((trx) => completePreviewMail(trx, received(PreviewCompleted, { ...data, files: [picture(thumbnail)] }), mails)),
    ]),
  )
  expect((await rows()).map(({ event_id }) => event_id).toSorted()).toEqual(previews.map(({ previewId }) => previewId).toSorted())
  await passTime()
  await eventually(() => toOwner().length).toBe(20)
})

it('an email to an unconfirmed address shows no content of the preview', async () => {
  await replica.db.updateTable('recipient').set({ email_verified: false }).execute()
  const data = { ...newPreview([await storePicture('previews', jpeg())]), companyLogo: await storePicture('company', png(), 'png') }
  await publish(PreviewUploaded, { ...data, doneTaskImage: '/files/public/tasks/x.png' })
  const { attachments, text, html } = await nextToOwner()
  expect(html).not.toContain('<img')
  expect(attachments).toEqual([])
  for (const words of ['Fresh bread', 'Harbor Pine', 'Winter bread']) expect(text).not.toContain(words)
  expect(text).toContain('Version 2 · X')
})
