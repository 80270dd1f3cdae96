import { createReviewAddresses } from '@app/chassis/mail/review-addresses.ts'
import { startConsumers } from '@app/chassis/messaging/consumer.ts'
import { type Bus, busTransport, createBus } from '@app/chassis/messaging/in-process.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import { AdminAdded, EmailVerified, UserState } from '@app/contracts/events/identity.ts'
import { ReviewEmailRefused, ReviewEmailSent } from '@app/contracts/events/notifications.ts'
import { TaskNoteAdded } from '@app/contracts/events/task-notes.ts'
import { PreviewUploaded, RecipientUnreachable, TaskApproved } from '@app/contracts/events/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { subscriptions } from '../src/consumers.ts'
import { migrations } from '../src/db/migrations/index.ts'
import { hasBounced } from '../src/mail/bounced-address.repository.ts'
import { purge } from '../src/purge.ts'
import { emailAtOnce } from './support/email-at-once.ts'
import { eventually } from './support/eventually.ts'
import { type Replica, startReplica } from './support/replica.ts'
import { reviewKeys, reviewMails } from './support/review-mails.ts'
import { decisionData, previewData } from './support/task-events.ts'

const URL = 'https://portal.example'
const DOMAIN = 'reply.palmetto.example'
const owner = { userId: crypto.randomUUID(), email: 'Maria@harborpine.example', username: 'Maria' }
const addresses = createReviewAddresses({ REPLY_DOMAIN: DOMAIN, MAIL_ADDRESS_KEY: Buffer.alloc(32, 9).toString('base64') })
const task = {
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
}

let database: TestDatabase
let relay: TestRelay
let replica: Replica
let bus: Bus
let consumers: { stop(): Promise<void> }
const publish = <E extends EventContract>(event: E, data: EventData<E>, version?: number) => bus.publish([envelope(event, data, version)])

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  relay = await startRelay()
  replica = await startReplica({ databaseUrl: database.url, smtpUrl: relay.url, reviewAddresses: addresses })
  bus = createBus(['notifications'])
  consumers = await startConsumers({
    service: 'notifications',
    db: replica.db,
    transport: busTransport(bus),
    subscriptions: subscriptions(reviewMails(URL)),
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
  for (const table of ['mail', 'work', 'notification', 'recipient', 'outbox', 'bounced_address', 'rate_limits'] as const)
    await replica.db.deleteFrom(table).execute()
  await publish(UserState, { ...owner, role: 'owner', emailVerified: false })
  const admin = { userId: crypto.randomUUID(), email: 'admin@example.com', username: 'Ada' }
  await emailAtOnce(replica.db, admin.userId)
  await publish(AdminAdded, admin)
  await publish(EmailVerified, owner, 2)
  const verified = () => replica.db.selectFrom('recipient').select('email').where('email_verified', '=', true).execute()
  await expect.poll(verified).toHaveLength(1)
  await expect.poll(async () => (await replica.db.selectFrom('recipient').select('email').execute()).length).toBe(2)
  relay.mails.length = 0
  relay.senders.length = 0
})

const newLink = () => ({ id: crypto.randomUUID(), recipientKind: 'owner' as const, recipientId: owner.userId })
const headerOf = (name: string, at = 0) => relay.mails[at]?.headerLines.find(({ key }) => key === name)?.line.replace(/^[^:]*:\s*/, '')

/** Publishes a note about a reply of the owner. */
const addNote = (changes: Partial<EventData<typeof TaskNoteAdded>> = {}) =>
  publish(TaskNoteAdded, {
    ...task,
    noteId: crypto.randomUUID(),
    reviewLink: newLink(),
    isFromRecipient: true,
    isAutomatic: false,
    hasAttachments: false,
    answerTo: owner.email,
    ...changes,
  })

const adminsList = async () =>
  (
    await replica.db.selectFrom('notification').select('message').where('audience_admins', '=', true).where('message', '<>', '').execute()
  ).map(({ message }) => message)
/** Waits until the consumer has handled this number of events. Each event adds two notifications: for the owner and for the admins. */
const untilHandled = (events: number) =>
  expect.poll(async () => (await replica.db.selectFrom('notification').select('id').execute()).length).toBe(2 * events)

it('emails about previews and receipts have a reply address and a return path of their link', async () => {
  const [link, reviewLink] = [newLink(), newLink()]
  await publish(PreviewUploaded, { ...previewData(), ...task, reviewLinks: [link] })
  await eventually(() => relay.mails.length).toBe(1)
  await publish(TaskApproved, {
    ...decisionData(),
    ...task,
    channel: 'review-link',
    decisionId: crypto.randomUUID(),
    reviewLink,
    sentTo: 'm…@harborpine.example',
  })
  await eventually(() => relay.mails.length).toBe(3)
  const found = relay.mails.map((mail, at) => [[mail.to ?? []].flat()[0]?.text, headerOf('reply-to', at), relay.senders[at]])
  expect(found).toContainEqual([owner.email, addresses?.addressOf('reply', link.id), addresses?.addressOf('bounce', link.id)])
  expect(found).toContainEqual([owner.email, addresses?.addressOf('reply', reviewLink.id), addresses?.addressOf('bounce', reviewLink.id)])
  expect(found).toContainEqual(['admin@example.com', undefined, 'hello@palmettoworks.example'])
  await expect.poll(() => outboxOf(replica.db as never, ReviewEmailSent)).toHaveLength(2)
})

it('without a reply domain, the emails have no reply address, and the usual return path', async () => {
  const other = await createTestDatabase('notifications', migrations)
  const plain = await startReplica({ databaseUrl: other.url, smtpUrl: relay.url })
  try {
    await sql`
      insert into mail (id, event_id, template, recipient, subject, text, html, review_link_id)
      values ('00000000-0000-7000-8000-000000000001', '1', 'preview-ready', ${owner.email}, 'Hello', 'a', 'b', ${crypto.randomUUID()})`.execute(
      plain.db,
    )
    await sql`insert into work (queue, key, payload, priority) values ('mail', '00000000-0000-7000-8000-000000000001', 'null', 0)`.execute(
      plain.db,
    )
    await eventually(() => relay.mails.length).toBe(1)
    expect([headerOf('reply-to'), headerOf('auto-submitted'), relay.senders[0]]).toEqual([
      undefined,
      'auto-generated',
      'hello@palmettoworks.example',
    ])
  } finally {
    await plain.stop()
    await other.drop()
  }
})

it('a reply is answered to the recipient of the link, as an automatic answer that says how to decide', async () => {
  const reviewLink = newLink()
  await addNote({ reviewLink, hasAttachments: true })
  await eventually(() => relay.mails.length).toBe(1)
  const [mail] = relay.mails
  expect([mail?.to ?? []].flat()[0]?.text).toBe(owner.email)
  expect(headerOf('auto-submitted')).toBe('auto-replied')
  expect(mail?.subject).toBe('We got your reply: Winter bread')
  const text = mail?.text?.replaceAll(/\s+/g, ' ') ?? ''
  expect(text).toContain('A reply does not approve the preview or refer it back.')
  expect(text).toContain('We couldn’t save the attached files.')
  expect(text).toContain(`${URL}/review/${reviewKeys.tokenOf(reviewLink.id)}`)
  expect(await adminsList()).toEqual(['Harbor Pine replied by email about "Winter bread".'])
  const erased = async () => (await replica.db.selectFrom('mail').select('text').execute()).map((row) => row.text)
  await expect.poll(erased).toEqual([null])
})

it('the answer to a colleague who may only look does not ask for a decision, and a colleague who has left gets no answer', async () => {
  const colleague = (state: 'active' | 'left') => ({
    id: crypto.randomUUID(),
    company_id: task.companyProfileId,
    owner_id: owner.userId,
    email: 'ana@example.com',
    may: 'look' as const,
    state,
    has_bounced: false,
    version: 1,
  })
  const [active, gone] = [colleague('active'), colleague('left')]
  await replica.db.insertInto('colleague').values([active, gone]).execute()
  const replyOf = ({ id }: typeof active) =>
    addNote({ reviewLink: { id: crypto.randomUUID(), recipientKind: 'colleague', recipientId: id }, answerTo: 'ana@example.com' })
  await replyOf(gone)
  await replyOf(active)
  await eventually(() => relay.mails.length).toBe(1)
  const text = relay.mails[0]?.text?.replaceAll(/\s+/g, ' ')
  expect(text).toContain('We saved your reply as a note on this task.')
  expect(text).not.toMatch(/approve|decide/)
  await expect.poll(async () => (await adminsList()).length).toBe(2)
  expect(await replica.db.selectFrom('mail').select('id').execute()).toHaveLength(1)
})

it('replies through one link are answered at most once an hour, also if they arrive at the same time', async () => {
  const reviewLink = newLink()
  await Promise.all(Array.from({ length: 20 }, () => addNote({ reviewLink })))
  await untilHandled(20)
  await addNote()
  await untilHandled(21)
  expect(await replica.db.selectFrom('mail').select('recipient').execute()).toHaveLength(2)
  expect(await adminsList()).toHaveLength(21)
})

it('a note that must not be answered is not, and only notes of people are in the list of admins', async () => {
  await addNote({ answerTo: undefined, isFromRecipient: false })
  await addNote({ answerTo: undefined, isAutomatic: true })
  await untilHandled(2)
  await publish(RecipientUnreachable, { ...task, reviewLink: newLink(), email: owner.email, status: '5.1.1' })
  await untilHandled(3)
  await addNote({ isAutomatic: true })
  await untilHandled(4)
  expect(await replica.db.selectFrom('mail').select('id').execute()).toEqual([])
  expect(await adminsList()).toContain('Someone at another address than Harbor Pine replied by email about "Winter bread".')
  expect(await adminsList()).toHaveLength(2)
})

it('a bounce marks the address and tells the admins to phone; a later accepted email removes the mark', async () => {
  const bounce = () => publish(RecipientUnreachable, { ...task, reviewLink: newLink(), email: owner.email, status: '5.1.1' })
  await bounce()
  await bounce()
  await untilHandled(2)
  for (const address of ['maria@harborpine.example', 'MARIA@harborpine.example']) expect(await hasBounced(replica.db, address)).toBe(true)
  expect(await hasBounced(replica.db, 'other@harborpine.example')).toBe(false)
  expect((await adminsList())[0]).toBe('Our email to Harbor Pine about "Winter bread" bounced. Please call.')

  await publish(PreviewUploaded, { ...previewData(), ...task, reviewLinks: [newLink()] })
  await expect.poll(() => hasBounced(replica.db, owner.email)).toBe(false)
})

it('an address that the mail relay rejects is published, but not a rejection for another reason', async () => {
  const [unknown, blocked] = [newLink(), newLink()]
  relay.refusals.push('550 5.1.1 no such user')
  await publish(PreviewUploaded, { ...previewData(), ...task, reviewLinks: [unknown] })
  const refused = async () => (await outboxOf(replica.db as never, ReviewEmailRefused)).map(({ subject, data }) => [subject, data])
  await expect.poll(refused).toEqual([[unknown.id, { reviewLinkId: unknown.id, status: '5.1.1' }]])
  relay.refuses.body = '554 5.6.0 content rejected'
  await publish(PreviewUploaded, { ...previewData(), ...task, reviewLinks: [blocked] })
  const failed = () => replica.db.selectFrom('mail').select('id').where('state', '=', 'failed').execute()
  await expect.poll(failed).toHaveLength(2)
  delete relay.refuses.body
  expect(await refused()).toHaveLength(1)
})

it('marks of bounced addresses are purged after 90 days', async () => {
  await sql`
    insert into bounced_address (address, bounced_at, reason)
    values ('old@a.example', now() - interval '91 days', '5.1.1'), ('new@a.example', now() - interval '89 days', '5.1.1')`.execute(
    replica.db,
  )
  await purge(replica.db)
  expect(await replica.db.selectFrom('bounced_address').select('address').execute()).toEqual([{ address: 'new@a.example' }])
})
