import { startConsumers } from '@app/chassis/messaging/consumer.ts'
import { type Bus, busTransport, createBus } from '@app/chassis/messaging/in-process.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import { AdminAdded, EmailVerified, UserState } from '@app/contracts/events/identity.ts'
import { ReviewEmailSent } from '@app/contracts/events/notifications.ts'
import {
  ApprovalConfirmed,
  ApprovalWithdrawn,
  PreviewCompleted,
  PreviewUploaded,
  ReviewCodeRequested,
  ReviewLinkRequested,
  ReviewLinksIssued,
  TaskApproved,
  TaskReferredBack,
} from '@app/contracts/events/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { subscriptions } from '../src/consumers.ts'
import { migrations } from '../src/db/migrations/index.ts'
import { emailAtOnce } from './support/email-at-once.ts'
import { eventually } from './support/eventually.ts'
import { type Replica, startReplica } from './support/replica.ts'
import { reviewKeys, reviewMails } from './support/review-mails.ts'
import { decisionData, previewData, referralData } from './support/task-events.ts'

const URL = 'https://portal.example'
const owner = { userId: crypto.randomUUID(), email: 'maria@harborpine.example', username: 'Maria' }
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
  replica = await startReplica({ databaseUrl: database.url, smtpUrl: relay.url })
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
  for (const table of ['mail', 'work', 'notification', 'recipient', 'outbox', 'waiting_preview', 'reminder'] as const)
    await replica.db.deleteFrom(table).execute()
  await publish(UserState, { ...owner, role: 'owner', emailVerified: false })
  const admin = { userId: crypto.randomUUID(), email: 'admin@example.com', username: 'Ada' }
  await emailAtOnce(replica.db, admin.userId)
  await publish(AdminAdded, admin)
  await expect.poll(async () => (await replica.db.selectFrom('recipient').select('email').execute()).length).toBe(2)
  relay.mails.length = 0
})

const newLink = () => ({ id: crypto.randomUUID(), recipientKind: 'owner' as const, recipientId: owner.userId })
const urlOf = ({ id }: { id: string }): string => `${URL}/review/${reviewKeys.tokenOf(id)}`
const mailsTo = (address: string) => relay.mails.filter((mail) => [mail.to ?? []].flat()[0]?.text === address)
const toOwner = async (): Promise<string> => {
  await eventually(() => mailsTo(owner.email).length).toBe(1)
  const [mail] = mailsTo(owner.email)
  return `${mail?.subject}\n${mail?.text}`
}
async function confirmed(): Promise<void> {
  await publish(EmailVerified, owner, 2)
  const verified = () => replica.db.selectFrom('recipient').select('email').where('email_verified', '=', true).execute()
  await expect.poll(verified).toHaveLength(1)
}

it.each([PreviewUploaded, ReviewLinkRequested])(
  '%o: the button opens the page of the link, and the sent email is reported',
  async (event) => {
    await confirmed()
    const link = newLink()
    await publish(event, { ...previewData(), ...task, reviewLinks: [{ ...newLink(), recipientId: crypto.randomUUID() }, link] })
    expect(await toOwner()).toContain(urlOf(link))
    await expect.poll(() => outboxOf(replica.db as never, ReviewEmailSent)).toHaveLength(1)
    const { rows } = await sql<{ sentAt: string; text: string | null; html: string | null }>`
    select sent_at as "sentAt", text, html from mail where review_link_id = ${link.id}`.execute(replica.db)
    expect(rows).toEqual([{ sentAt: expect.any(String), text: null, html: null }])
    const [sent] = await outboxOf(replica.db as never, ReviewEmailSent)
    expect(sent).toMatchObject({ subject: link.id, data: { reviewLinkId: link.id, sentAt: rows[0]?.sentAt } })
    expect(JSON.stringify(sent) + replica.lines.join('')).not.toContain(reviewKeys.tokenOf(link.id))
  },
)

it('without a link, and at an unconfirmed address, the button opens the portal', async () => {
  await publish(PreviewUploaded, { ...previewData(), ...task, reviewLinks: [newLink()] })
  expect(await toOwner()).not.toContain('/review/')
  relay.mails.length = 0
  await confirmed()
  await publish(PreviewUploaded, { ...previewData(), ...task, _id: crypto.randomUUID() })
  expect(await toOwner()).toContain(`${URL}/management?show=task-42`)
  expect(await outboxOf(replica.db as never, ReviewEmailSent)).toEqual([])
})

const waitingTask = (title = task.title) => ({ ...previewData(), ...task, _id: crypto.randomUUID(), title, caption: 'Rye' })
const issued = (...tasks: EventData<typeof PreviewUploaded>[]) => {
  const previews = tasks.map((one) => ({ ...one, version: 1, reviewLinks: [newLink()] }))
  return { ownerId: owner.userId, companyProfileId: task.companyProfileId, previews }
}
/** The emails about previews in the order in which they were queued, with the ids of their review links. */
const previewMails = async () => {
  const { rows } = await sql<{ linkId: string | null; template: string }>`
    select review_link_id as "linkId", template from mail where template in ('preview-ready', 'reminder') order by created_at`.execute(
    replica.db,
  )
  return rows
}
const untilSent = () => eventually(() => replica.db.selectFrom('mail').select('id').where('state', '=', 'queued').execute()).toHaveLength(0)

it('after the address is confirmed, the owner gets the link to a preview that was delivered before, exactly once', async () => {
  const delivered = waitingTask()
  await publish(PreviewUploaded, delivered)
  expect(await toOwner()).not.toContain('/review/')
  relay.mails.length = 0
  const data = issued(delivered)
  const event = envelope(ReviewLinksIssued, data)
  // The event of the service `identity` arrives last, and the event about the links twice.
  await bus.publish([event])
  const link = data.previews[0]?.reviewLinks[0] ?? newLink()
  const mail = await toOwner()
  expect(mail).toContain(urlOf(link))
  expect(mail).toContain('Rye')
  await bus.publish([event])
  await confirmed()
  await publish(PreviewUploaded, delivered)
  await untilSent()
  expect(await previewMails()).toEqual([
    { linkId: null, template: 'preview-ready' },
    { linkId: link.id, template: 'preview-ready' },
  ])
  const { rows } = await sql<{ at: string | null }>`
    select next_reminder_at as at from waiting_preview where task_id = ${delivered._id}`.execute(replica.db)
  expect(rows).toEqual([{ at: expect.any(String) }])
})

it('if the events about the delivery and the confirmation arrive in the opposite order, the owner gets one email', async () => {
  const delivered = waitingTask()
  const data = issued(delivered)
  await publish(ReviewLinksIssued, data)
  expect(await toOwner()).toContain('/review/')
  await publish(PreviewUploaded, delivered)
  await publish(EmailVerified, owner, 2)
  await expect.poll(() => replica.db.selectFrom('notification').select('id').execute()).not.toHaveLength(0)
  await untilSent()
  expect(await previewMails()).toEqual([{ linkId: data.previews[0]?.reviewLinks[0]?.id, template: 'preview-ready' }])
})

it('an email that still waits for thumbnails gets the link, and completing the preview keeps it', async () => {
  const files = [{ kind: 'image' as const, thumbnail: null, width: 100, height: 100, durationMs: null }]
  const delivered = { ...waitingTask(), files }
  await publish(PreviewUploaded, delivered)
  await expect.poll(previewMails).toHaveLength(1)
  const data = issued(delivered)
  const linkId = data.previews[0]?.reviewLinks[0]?.id
  await publish(ReviewLinksIssued, data)
  await expect.poll(previewMails).toEqual([{ linkId, template: 'preview-ready' }])
  await publish(PreviewCompleted, delivered)
  expect(await toOwner()).toContain(urlOf({ id: linkId ?? '' }))
  expect(await previewMails()).toHaveLength(1)
})

it('more than three waiting previews cause one email that lists them', async () => {
  const data = issued(...['Rye', 'Oat', 'Spelt', 'Corn'].map(waitingTask))
  await publish(ReviewLinksIssued, data)
  const mail = await toOwner()
  expect(mail).toContain('4 previews are waiting for your review')
  for (const { reviewLinks } of data.previews) expect(mail).toContain(urlOf(reviewLinks[0] ?? newLink()))
  await untilSent()
  expect(await previewMails()).toMatchObject([{ template: 'reminder' }])
})

it('an email that was given up is not reported, and its body is erased', async () => {
  await confirmed()
  relay.refusals.push('550 5.1.1 unknown')
  const link = newLink()
  await publish(PreviewUploaded, { ...previewData(), ...task, reviewLinks: [link] })
  const { rows } = await eventuallyFailed()
  expect(rows).toEqual([{ state: 'failed', text: null, html: null }])
  expect(await outboxOf(replica.db as never, ReviewEmailSent)).toEqual([])
})

async function eventuallyFailed() {
  const select = sql<{ state: string; text: string | null; html: string | null }>`
    select state, text, html from mail where template = 'preview-ready'`
  await expect.poll(async () => (await select.execute(replica.db)).rows[0]?.state).toBe('failed')
  return select.execute(replica.db)
}

const decision = () => ({
  ...task,
  channel: 'review-link' as const,
  decisionId: crypto.randomUUID(),
  reviewLink: newLink(),
  sentTo: 'm…@harborpine.example',
})

it('the owner gets a receipt for each decision through a link, but not for a decision in the portal', async () => {
  await confirmed()
  const approved = decision()
  await publish(TaskApproved, { ...decisionData(), ...approved })
  const receipt = await toOwner()
  expect(receipt).toMatch(/^Approved through your link: Winter bread\n/)
  expect(receipt.replaceAll(/\s+/g, ' ')).toContain('Version 2 was approved through the link sent to m…@harborpine.example on ')
  expect(receipt).toContain(urlOf(approved.reviewLink))
  expect(receipt).not.toContain('confirm')

  relay.mails.length = 0
  await publish(TaskReferredBack, {
    ...referralData(),
    ...decision(),
    feedback: 'Warmer',
    clientSuggestImage: null,
  })
  expect((await toOwner()).replaceAll(/\s+/g, ' ')).toMatch(/^Referred back through your link: Winter bread .*> Warmer/)

  relay.mails.length = 0
  await publish(ApprovalWithdrawn, { ...decisionData(), ...decision(), reason: 'Wrong price' })
  const undone = (await toOwner()).replaceAll(/\s+/g, ' ')
  expect(undone).toMatch(/^Approval undone through your link: Winter bread .*Wrong price/)
  expect(undone).toContain('The approval was undone through the link sent to m…@harborpine.example on ')

  relay.mails.length = 0
  await publish(TaskApproved, { ...decisionData(), ...task, channel: 'portal', decidedBy: owner.userId, decisionId: crypto.randomUUID() })
  await publish(ApprovalConfirmed, { ...decisionData(), ...task })
  await eventually(() => mailsTo('admin@example.com').length).toBe(1)
  expect(mailsTo(owner.email)).toEqual([])
})

it('the receipt has the number of the record, the content hash and the signed receipt as a file, which a retry sends again', async () => {
  await confirmed()
  const signed = `{"body":"{}","hash":"${'b'.repeat(64)}","name":"Bäckerei 🥖"}`
  const approved = { ...decision(), contentHash: 'a'.repeat(64), record: { number: 12, hash: 'b'.repeat(64), receipt: signed } }
  relay.refusals.push('451 later')
  await publish(TaskApproved, approved)
  const receiptRow = () => replica.db.selectFrom('mail').selectAll().where('template', '=', 'receipt').execute()
  // The relay refuses the receipt or the email to the admin, whichever it gets first.
  const refused = () => replica.db.selectFrom('work').select('key').where('last_error', 'is not', null).execute()
  await eventually(async () => (await refused()).length).toBe(1)
  await sql`update work set due_at = now(), wait = '0' where settled_at is null`.execute(replica.db)
  await sql`select pg_notify('work_notifications', '')`.execute(replica.db)
  const text = (await toOwner()).replaceAll(/\s+/g, ' ')
  expect(text).toContain('Decision record: #12')
  expect(text).toContain(`Content hash: ${'a'.repeat(64)}`)
  const [mail] = mailsTo(owner.email)
  expect(
    mail?.attachments.map(({ filename, contentType, contentDisposition, content }) => [
      filename,
      contentType,
      contentDisposition,
      content.toString(),
    ]),
  ).toEqual([['receipt-12.json', 'application/json', 'attachment', signed]])
  expect(mail?.inReplyTo).toContain(task._id)
  expect(mail?.html).toContain('Undo the approval')
  await expect.poll(receiptRow).toMatchObject([{ state: 'sent', parts: null, text: null, html: null }])
})

it('the receipt for an unconfirmed approval has the code, and admins read that it is not confirmed', async () => {
  await confirmed()
  const approved = { ...decision(), isUnconfirmed: true }
  await publish(TaskApproved, { ...decisionData(), ...approved })
  const receipt = await toOwner()
  expect(receipt).toContain('Please confirm the approval: Winter bread')
  expect(receipt).toContain(reviewKeys.codeOf('decision-code', approved.decisionId))
  expect(receipt).toContain(urlOf(approved.reviewLink))
  await eventually(() => mailsTo('admin@example.com').length).toBe(1)
  expect(mailsTo('admin@example.com')[0]?.text?.replaceAll(/\s+/g, ' ')).toContain('An email app may have made this approval.')
})

it('the receipt for a referral with signs of a machine says how to undo it, and admins read that they should ask', async () => {
  await confirmed()
  const feedback = { feedback: 'test', clientSuggestImage: null, referralId: crypto.randomUUID() }
  await publish(TaskReferredBack, { ...referralData(), ...decision(), ...feedback, isUnconfirmed: true })
  const receipt = (await toOwner()).replaceAll(/\s+/g, ' ')
  expect(receipt).toContain('If nobody at your company wrote it, please call us')
  expect(receipt).not.toMatch(/confirm|\b\d{6}\b/)
  await eventually(() => mailsTo('admin@example.com').length).toBe(1)
  expect(mailsTo('admin@example.com')[0]?.text?.replaceAll(/\s+/g, ' ')).toContain('An email app may have sent this feedback.')
})

it('the receipt for a decision of another recipient contains neither the token of that recipient nor another link', async () => {
  await confirmed()
  await publish(TaskApproved, {
    ...decisionData(),
    ...decision(),
    reviewLink: { ...newLink(), recipientKind: 'colleague', recipientId: crypto.randomUUID() },
  })
  expect(await toOwner()).not.toContain('/review/')
})

it('the code for a new browser is sent to the recipient of the link, only in the body, and then erased', async () => {
  const expiresAt = new Date(Date.now() + 900_000).toISOString()
  await publish(ReviewCodeRequested, { reviewLink: newLink(), email: owner.email, code: '123456', expiresAt })
  const [subject, ...body] = (await toOwner()).split('\n')
  expect(subject).toBe('Your code to decide on a preview')
  expect(body.join(' ')).toMatch(/within 15 minutes.*123456/)
  const text = async () => (await replica.db.selectFrom('mail').select('text').where('template', '=', 'review-code').execute())[0]?.text
  await expect.poll(text).toBeNull()
})
