import { startConsumers } from '@app/chassis/messaging/consumer.ts'
import { type Bus, busTransport, createBus } from '@app/chassis/messaging/in-process.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import { DispatchDone, DispatchHeld, DispatchLate, DispatchMissed } from '@app/contracts/events/campaigns.ts'
import { SheetAway, WriteRefused } from '@app/contracts/events/crm-proxy.ts'
import {
  EmailVerificationRequested,
  EmailVerified,
  PasswordResetRequested,
  UserRegistered,
  UserState,
} from '@app/contracts/events/identity.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { subscriptions } from '../src/consumers.ts'
import { migrations } from '../src/db/migrations/index.ts'
import { eventually } from './support/eventually.ts'
import { type Replica, startReplica } from './support/replica.ts'
import { PUBLIC_URL, testSettings } from './support/settings.ts'

/** Text that an abusive owner wants to send to another person. */
const WORDS = 'You owe 500 dollars'
const TOKEN = 'q9-LongRandomToken_0'
const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString()

let database: TestDatabase
let relay: TestRelay
let replica: Replica
let bus: Bus
let consumers: { stop(): Promise<void> }
let owner: { userId: string; email: string; username: string }

const publish = <E extends EventContract>(event: E, data: EventData<E>, version?: number) => bus.publish([envelope(event, data, version)])
const mailsTo = (email: string) => relay.mails.filter((mail) => [mail.to ?? []].flat()[0]?.text === email)
const subjects = () => mailsTo(owner.email).map(({ subject }) => subject)

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  relay = await startRelay()
  replica = await startReplica({ databaseUrl: database.url, smtpUrl: relay.url })
  bus = createBus(['notifications'])
  consumers = await startConsumers({
    service: 'notifications',
    db: replica.db,
    transport: busTransport(bus),
    subscriptions: subscriptions(testSettings()),
    log: replica.log,
    retryDelaysMs: [100, 200],
  })
})
afterAll(async () => {
  await consumers.stop()
  await replica.stop()
  await relay.close()
  await database.drop()
})
beforeEach(() => {
  owner = { userId: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.com`, username: WORDS }
})

it('sends a new account one welcome email with the verification link and without text of the owner, then erases the link', async () => {
  const registered = envelope(UserRegistered, { ...owner, verificationToken: TOKEN, verificationExpiresAt: inAWeek })
  await bus.publish([registered])
  await bus.publish([registered])
  await replica.db.deleteFrom('inbox').where('event_id', '=', registered.id).execute()
  await bus.publish([registered])
  await publish(UserState, { ...owner, role: 'owner', emailVerified: false }, 2)
  await eventually(subjects).toEqual(['Please confirm your email address: welcome to Palmetto Works'])
  const [mail] = mailsTo(owner.email)
  expect(mail?.text).toContain(`${PUBLIC_URL}/verify-email#${TOKEN}`)
  expect(mail?.html).toContain(`href="${PUBLIC_URL}/verify-email#${TOKEN}"`)
  expect(`${mail?.text}${mail?.html}`).not.toContain(WORDS)
  const rows = () => replica.db.selectFrom('mail').select(['state', 'text', 'html']).where('recipient', '=', owner.email).execute()
  await eventually(rows).toEqual([{ state: 'sent', text: null, html: null }])
  const tables = await Promise.all(
    (['mail', 'inbox', 'dead_letter', 'notification', 'recipient'] as const).map((t) => replica.db.selectFrom(t).selectAll().execute()),
  )
  expect(JSON.stringify(tables)).not.toContain(TOKEN)
  expect(replica.lines.join('')).not.toContain(TOKEN)
})

it('emails a new verification link on request, without text of the owner', async () => {
  await publish(EmailVerificationRequested, { ...owner, verificationToken: TOKEN, expiresAt: inAWeek })
  await eventually(subjects).toEqual(['Confirm your email address'])
  const [mail] = mailsTo(owner.email)
  expect(mail?.text).toContain(`${PUBLIC_URL}/verify-email#${TOKEN}`)
  expect(`${mail?.text}${mail?.html}`).not.toContain(WORDS)
})

it('does not send an expired verification link', async () => {
  await publish(EmailVerificationRequested, { ...owner, verificationToken: TOKEN, expiresAt: new Date(Date.now() - 1_000).toISOString() })
  const rows = () => replica.db.selectFrom('mail').select(['state', 'text']).where('recipient', '=', owner.email).execute()
  await eventually(rows).toEqual([{ state: 'failed', text: null }])
  expect(subjects()).toEqual([])
})

it('does not use the username in a reset email to an unconfirmed email address', async () => {
  const reset = { ...owner, code: 'K7F3Q', expiresAt: inAWeek }
  await publish(PasswordResetRequested, { ...reset, emailVerified: false })
  await eventually(() => subjects().length).toBe(1)
  const [mail] = mailsTo(owner.email)
  expect(mail?.text).toContain('Hello there,')
  expect(`${mail?.text}${mail?.html}`).not.toContain(WORDS)
  await publish(PasswordResetRequested, { ...reset, emailVerified: true })
  await eventually(() => mailsTo(owner.email).some(({ text }) => text?.includes(`Hello ${WORDS},`))).toBe(true)
})

const company = () => ({ companyProfileId: crypto.randomUUID(), companyName: WORDS, ownerId: owner.userId })
const sending = () => ({
  ...company(),
  campaignId: crypto.randomUUID(),
  name: WORDS,
  dispatchId: crypto.randomUUID(),
  stepType: 'Initial' as const,
  date: '2026-12-07',
})
const reason = `{{${WORDS}}} is none of First Name.`

/** Every event that causes an email to an owner that this service composes. Each field that an owner can fill contains text of the owner. */
const toOwners: [subject: string, publishIt: () => Promise<unknown>][] = [
  ['Waiting for your spreadsheet: your campaign', () => publish(DispatchLate, { ...sending(), reason, until: '2026-12-07T22:00:00.000Z' })],
  ['Not sent: your campaign', () => publish(DispatchMissed, { ...sending(), reason })],
  ['On hold: your campaign', () => publish(DispatchHeld, { ...sending(), code: 'merge-field', reason })],
  [
    'Sent to 1 of 1: your campaign',
    () => publish(DispatchDone, { ...sending(), audience: 1, accepted: 1, failed: 0, suppressed: 0, maybeTwice: 0 }),
  ],
  [
    'We can’t reach your customer spreadsheet',
    () => publish(SheetAway, { ...company(), since: '2026-12-01T12:00:00.000Z', fault: 'timeout', reason }),
  ],
  [
    'Not saved to your spreadsheet: a customer',
    () =>
      publish(WriteRefused, {
        ...company(),
        writeId: crypto.randomUUID(),
        kind: 'add',
        conflict: false,
        customerId: 'c',
        name: WORDS,
        reason,
      }),
  ],
]

it.each(toOwners)('%s: contains text of the owner only after the email address is confirmed', async (subject, publishIt) => {
  await publish(UserRegistered, { ...owner, verificationExpiresAt: inAWeek })
  await publishIt()
  await eventually(subjects).toContain(subject)
  for (const mail of mailsTo(owner.email)) expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain(WORDS)

  await publish(EmailVerified, owner, 2)
  const before = mailsTo(owner.email).length
  await publishIt()
  await eventually(() => mailsTo(owner.email).length).toBe(before + 1)
  const words = mailsTo(owner.email).map((mail) => `${mail.subject}${mail.text}${mail.html}`)
  expect(words.filter((text) => text.includes(WORDS))).toHaveLength(1)
})

it('keeps an email address confirmed when events arrive in a different order', async () => {
  await publish(EmailVerified, owner, 2)
  await publish(UserRegistered, { ...owner, verificationExpiresAt: inAWeek }, 1)
  await publish(UserState, { ...owner, role: 'owner', emailVerified: false }, 3)
  await publish(DispatchMissed, { ...sending(), reason })
  await eventually(subjects).toContain(`Not sent: ${WORDS}`)
})

it('sends at most ten emails a day to an unconfirmed mailbox, over all spellings of its address, but lists all notifications', async () => {
  const name = crypto.randomUUID()
  const owners = [1, 2].map((n) => ({ userId: crypto.randomUUID(), email: `${name}+${n}@example.com`, username: WORDS }))
  for (const recipient of owners) {
    await publish(UserRegistered, { ...recipient, verificationExpiresAt: inAWeek })
    for (let n = 0; n < 7; n++) await publish(DispatchMissed, { ...sending(), ownerId: recipient.userId, reason })
  }
  const queued = () =>
    replica.db
      .selectFrom('mail')
      .select('template')
      .where(
        'recipient',
        'in',
        owners.map(({ email }) => email),
      )
      .where('template', '=', 'sending-missed')
      .execute()
  expect(await queued()).toHaveLength(10)
  const listed = replica.db
    .selectFrom('notification')
    .select('id')
    .where(
      'audience_user',
      'in',
      owners.map(({ userId }) => userId),
    )
  expect(await listed.execute()).toHaveLength(14)
  const [first] = owners
  await publish(EmailVerified, first ?? owner, 2)
  await publish(DispatchMissed, { ...sending(), ownerId: first?.userId ?? '', reason })
  expect(await queued()).toHaveLength(11)
})
