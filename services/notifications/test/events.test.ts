import { startConsumers } from '@app/chassis/messaging/consumer.ts'
import type { EventEnvelope } from '@app/chassis/messaging/event.ts'
import { type Bus, busTransport, createBus } from '@app/chassis/messaging/in-process.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import { person } from '@app/chassis/testing/people.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import {
  CampaignChanged,
  DispatchDone,
  DispatchHeld,
  DispatchLate,
  DispatchMissed,
  SendingResumed,
  SendingSuspended,
} from '@app/contracts/events/campaigns.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import { SheetAway, SheetBack, WriteRefused } from '@app/contracts/events/crm-proxy.ts'
import {
  AdminAdded,
  EmailVerified,
  PasswordChanged,
  PasswordResetRequested,
  UserRegistered,
  UserState,
} from '@app/contracts/events/identity.ts'
import { TaskApproved, TaskCreated, TaskPosted } from '@app/contracts/events/tasks.ts'
import { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Notification } from '@app/contracts/http/notifications.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { subscriptions } from '../src/consumers.ts'
import { migrations } from '../src/db/migrations/index.ts'
import { type FakeComposer, startComposer } from './support/composer.ts'
import { emailAtOnce } from './support/email-at-once.ts'
import { eventually } from './support/eventually.ts'
import { type Replica, startReplica } from './support/replica.ts'
import { testSettings } from './support/settings.ts'
import { decisionData, newTask } from './support/task-events.ts'

const owner = { userId: crypto.randomUUID(), email: 'owner@example.com', username: 'Olive' }
const admins = [1, 2].map((n) => ({ userId: crypto.randomUUID(), email: `admin${n}@example.com`, username: `Admin ${n}` }))
const verificationExpiresAt = new Date(Date.now() + 86_400_000).toISOString()
const task = newTask({ ownerId: owner.userId })

let database: TestDatabase
let relay: TestRelay
let composer: FakeComposer
let replica: Replica
let bus: Bus
let consumers: { stop(): Promise<void> }

/**
 * Publishes an event with the current time. The bus would treat an event from before its start as redelivered, and the event would wait for
 * a retry.
 */
const deliver = (event: EventEnvelope) => bus.publish([{ ...event, time: new Date().toISOString() }])
const publish = <E extends EventContract>(event: E, data: EventData<E>, version?: number) => deliver(envelope(event, data, version))

const received = () => relay.mails.map((mail) => `${[mail.to ?? []].flat()[0]?.text}: ${mail.subject}`).sort()
const listed = async (role: 'owner' | 'admin', id: string): Promise<string[]> => {
  const response = await replica.app.inject({ url: '/notifications', headers: person(role, id).headers })
  return response.json<Notification[]>().map(({ message }) => message)
}

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  relay = await startRelay()
  composer = await startComposer()
  replica = await startReplica({ databaseUrl: database.url, smtpUrl: relay.url, tasksUrl: composer.url })
  bus = createBus(['notifications'])
  consumers = await startConsumers({
    service: 'notifications',
    db: replica.db,
    transport: busTransport(bus),
    subscriptions: subscriptions(testSettings()),
    log: replica.log,
    retryDelaysMs: [100, 200, 400, 800],
  })
})
afterAll(async () => {
  await consumers.stop()
  await replica.stop()
  await relay.close()
  await composer.close()
  await database.drop()
})
beforeEach(async () => {
  const tables = ['mail', 'work', 'notification', 'recipient', 'task_digest_entry', 'task_email_choice'] as const
  for (const table of tables) await replica.db.deleteFrom(table).execute()
  await publish(UserRegistered, { ...owner, verificationExpiresAt })
  await publish(EmailVerified, owner, 2)
  for (const { userId } of admins) await emailAtOnce(replica.db, userId)
  for (const admin of admins) await publish(AdminAdded, admin)
  await eventually(received).toContain('owner@example.com: Welcome to Palmetto Works')
  relay.mails.length = 0
})

it('sends each email once for an event that is delivered twice, even if the inbox row is gone', async () => {
  const event = envelope(TaskApproved, { ...decisionData(), ...task })
  await deliver(event)
  await eventually(() => relay.mails.length).toBe(2)
  await deliver(event)
  expect(await replica.db.selectFrom('notification').select('id').execute()).toHaveLength(2)
  await replica.db.deleteFrom('inbox').where('event_id', '=', event.id).execute()
  await deliver(event)
  await publish(TaskPosted, { ...task, previewNo: 1 })
  await eventually(received).toContain('owner@example.com: posted')
  expect(relay.mails).toHaveLength(3)
})

it('retries an event until its recipient is stored, and stores nothing before that', async () => {
  const late = { userId: crypto.randomUUID(), email: 'late@example.com', username: 'Late' }
  const { companyProfileId, companyName } = task
  const away = { companyProfileId, companyName, ownerId: late.userId, since: '2026-12-01T12:00:00.000Z', fault: 'timeout' as const }
  await publish(SheetAway, { ...away, reason: 'The spreadsheet did not answer in time.' })
  expect(await replica.db.selectFrom('notification').select('id').execute()).toEqual([])
  await publish(UserRegistered, { ...late, verificationExpiresAt })
  await eventually(received).toContain('late@example.com: We can’t reach your customer spreadsheet')
  expect(await listed('owner', late.userId)).toHaveLength(1)
})

it('stores recipients from UserState events and sends nothing for them', async () => {
  await replica.db.deleteFrom('recipient').execute()
  const renamed = { ...owner, email: 'renamed@example.com' }
  await publish(UserState, { ...renamed, role: 'owner', emailVerified: false }, 3)
  await publish(UserState, { ...owner, role: 'owner', emailVerified: false }, 2)
  for (const admin of admins) await publish(UserState, { ...admin, role: 'admin', emailVerified: false })
  await publish(TaskCreated, { ...task, createdBy: 'admin' })
  await publish(TaskCreated, { ...task, createdBy: 'owner' })
  await eventually(received).toHaveLength(3)
  expect(relay.mails.map(({ to }) => [to ?? []].flat()[0]?.text).sort()).toEqual([
    ...admins.map(({ email }) => email),
    'renamed@example.com',
  ])
  expect(await listed('owner', owner.userId)).toEqual([`The task "${task.title}" was created for you.`])
})

it('keeps the newest email address of an admin when events arrive in a different order', async () => {
  const [first] = admins
  if (!first) return expect.unreachable()
  await publish(AdminAdded, { ...first, email: 'new@example.com' }, 3)
  await publish(AdminAdded, { ...first, email: 'old@example.com' }, 2)
  await publish(TaskApproved, { ...decisionData(), ...task })
  await eventually(received).toEqual(['admin2@example.com: approved', 'new@example.com: approved'])
})

it('emails a reset code and then erases it', async () => {
  const code = 'K7F3Q'
  const expiresAt = new Date(Date.now() + 15 * 60_000).toISOString()
  await publish(PasswordResetRequested, { ...owner, code, expiresAt, emailVerified: false })
  await eventually(received).toEqual(['owner@example.com: Your code to set a new password'])
  expect(relay.mails[0]?.text).toContain(code)
  expect(relay.mails[0]?.text).toContain('within 15 minutes')
  await eventually(() =>
    replica.db.selectFrom('mail').select(['state', 'text', 'html']).where('template', '=', 'reset-code').execute(),
  ).toEqual([{ state: 'sent', text: null, html: null }])
  const tables = await Promise.all(
    (['mail', 'inbox', 'dead_letter', 'notification'] as const).map((t) => replica.db.selectFrom(t).selectAll().execute()),
  )
  expect(JSON.stringify(tables)).not.toContain(code)
  expect(replica.lines.join('')).not.toContain(code)
})

it('emails the user when the password was changed', async () => {
  await publish(PasswordChanged, { ...owner, tokensInvalidBefore: Math.floor(Date.now() / 1000) + 1 })
  await eventually(received).toEqual(['owner@example.com: Your password was changed'])
})

it('makes screens refetch a saved profile without a message', async () => {
  const texts = Object.fromEntries(Object.keys(CompanyProfile.properties).map((key) => [key, '']))
  const profile = { ...texts, _id: task.companyProfileId, version: 1 } as CompanyProfile
  await publish(CompanyProfileSaved, { ownerId: owner.userId, created: true, profile })
  const rows = await replica.db.selectFrom('notification').select(['message', 'company_profile_id']).execute()
  expect(rows).toEqual([1, 2].map(() => ({ message: '', company_profile_id: task.companyProfileId })))
})

describe('spreadsheets', () => {
  const sheet = { companyProfileId: task.companyProfileId, companyName: 'Bakery', ownerId: owner.userId }
  const refused = (name: string) => ({
    ...sheet,
    writeId: crypto.randomUUID(),
    kind: 'update' as const,
    conflict: false,
    customerId: 'c-1',
    name,
    reason: 'The row is no longer in the spreadsheet.',
  })

  it('cause an email and a notification when they are unavailable for a day, and a notification when they are back', async () => {
    await publish(SheetAway, {
      ...sheet,
      since: '2026-12-01T12:00:00.000Z',
      fault: 'timeout',
      reason: 'The spreadsheet did not answer in time.',
    })
    await publish(SheetBack, { ...sheet, awaySince: '2026-12-01T12:00:00.000Z' })
    await eventually(received).toEqual([`${owner.email}: We can’t reach your customer spreadsheet`])
    expect(await listed('owner', owner.userId)).toEqual([
      'We can reach your customer spreadsheet again.',
      'We haven’t been able to reach your customer spreadsheet for a day.',
    ])
    const rows = await replica.db.selectFrom('notification').select(['audience_admins', 'type', 'message']).orderBy('id').execute()
    expect(rows.filter((row) => row.audience_admins).map(({ message }) => message)).toEqual(['', ''])
  })

  it('cause one email but several notifications when they refuse several changes in a row', async () => {
    await publish(WriteRefused, refused('Ada Marsh'))
    await publish(WriteRefused, refused(''))
    await eventually(async () => (await listed('owner', owner.userId)).length).toBe(2)
    expect(await listed('owner', owner.userId)).toEqual([
      'A change was not saved to your customer spreadsheet: The row is no longer in the spreadsheet.',
      'A change for Ada Marsh was not saved to your customer spreadsheet: The row is no longer in the spreadsheet.',
    ])
    await eventually(received).toEqual([`${owner.email}: Not saved to your spreadsheet: Ada Marsh`])
    expect(await replica.db.selectFrom('mail').select('id').where('template', '=', 'write-refused').execute()).toHaveLength(1)
  })
})

it('notifies and emails the owner about campaigns, and notifies the admins about campaigns on hold', async () => {
  const campaign = {
    companyProfileId: task.companyProfileId,
    companyName: 'Bakery',
    ownerId: owner.userId,
    campaignId: crypto.randomUUID(),
    name: 'Winter bread',
  }
  const sending = { ...campaign, dispatchId: crypto.randomUUID(), stepType: 'Initial' as const, date: '2026-12-07' }
  const reason = 'The spreadsheet did not answer in time.'
  await publish(CampaignChanged, campaign)
  await publish(DispatchLate, { ...sending, reason, until: '2026-12-07T22:00:00.000Z' })
  await publish(DispatchMissed, { ...sending, reason })
  await publish(DispatchHeld, { ...sending, code: 'no-postal-address', reason: 'Your profile has no postal address.' })
  await publish(DispatchDone, { ...sending, audience: 9, accepted: 7, failed: 1, suppressed: 1, maybeTwice: 0 })
  await eventually(received).toEqual(
    ['Not sent: Winter bread', 'On hold: Winter bread', 'Sent to 7 of 9: Winter bread', 'Waiting for your spreadsheet: Winter bread'].map(
      (subject) => `${owner.email}: ${subject}`,
    ),
  )
  expect((await listed('owner', owner.userId)).sort()).toEqual(
    [
      'Winter bread is on hold: Your profile has no postal address.',
      `Winter bread is waiting for your spreadsheet: ${reason}`,
      `Winter bread was not sent: ${reason}`,
      'Winter bread was sent to 7 of 9.',
    ].sort(),
  )
  const [admin] = admins
  expect(await listed('admin', admin?.userId ?? '')).toEqual(['Bakery: Winter bread is on hold: Your profile has no postal address.'])
  const rows = await replica.db.selectFrom('notification').select('type').where('audience_admins', '=', true).execute()
  expect(rows).toHaveLength(5)
})

it('a suspension and its end are reported to the owner by email, and not as a dispatch on hold', async () => {
  const fact = { companyProfileId: task.companyProfileId, companyName: 'Bakery', ownerId: owner.userId, scope: 'company' as const }
  const campaign = { campaignId: crypto.randomUUID(), name: 'Winter bread' }
  const dispatch = { ...fact, ...campaign, dispatchId: crypto.randomUUID(), stepType: 'Initial' as const, date: '2026-12-07' }
  const reason = 'Too many bounces.'
  await publish(DispatchHeld, { ...dispatch, code: 'reputation', reason, isSuspension: true })
  await publish(SendingSuspended, { ...fact, reason })
  await publish(SendingResumed, { ...fact, scope: 'campaign', campaign })
  await eventually(received).toEqual(
    ['No longer suspended: Winter bread', 'Suspended: all your campaign emails'].map((subject) => `${owner.email}: ${subject}`),
  )
  const texts = relay.mails.map(({ text }) => text).join('')
  expect(texts).toContain(reason)
  expect(texts).toContain('support@palmettoworks.example')
  expect((await listed('owner', owner.userId)).sort()).toEqual([
    'Suspended: all your campaign emails: Too many bounces.',
    'Your campaign emails can be sent again.',
  ])
})
