import { startConsumers } from '@app/chassis/messaging/consumer.ts'
import type { EventEnvelope } from '@app/chassis/messaging/event.ts'
import { type Bus, busTransport, createBus } from '@app/chassis/messaging/in-process.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import { person } from '@app/chassis/testing/people.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import { TaskApproved, TaskCreated, TaskPosted } from '@app/contracts/events/tasks.ts'
import { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Notification } from '@app/contracts/http/notifications.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { subscriptions } from '../src/consumers.ts'
import { migrations } from '../src/db/migrations/index.ts'
import { type FakeComposer, startComposer } from './support/composer.ts'
import { emailAtOnce } from './support/email-at-once.ts'
import { eventually } from './support/eventually.ts'
import { type Replica, startReplica } from './support/replica.ts'
import { testSettings } from './support/settings.ts'
import { decisionData, newTask } from './support/task-events.ts'
import { userData } from './support/user-data.ts'

const owner = { userId: crypto.randomUUID(), email: 'owner@example.com', username: 'Olive' }
const admins = [1, 2].map((n) => ({ userId: crypto.randomUUID(), email: `admin${n}@example.com`, username: `Admin ${n}` }))
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
  replica = await startReplica({ databaseUrl: database.url, smtpUrl: relay.url, composerUrl: composer.url })
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
  await publish(UserChanged, userData('verified', owner))
  for (const { userId } of admins) await emailAtOnce(replica.db, userId)
  for (const admin of admins) await publish(UserChanged, userData('admin-added', admin))
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

it('retries an event until an admin is stored, and stores nothing before that', async () => {
  const [first] = admins
  if (!first) return expect.unreachable()
  await replica.db.deleteFrom('recipient').execute()
  await publish(TaskApproved, { ...decisionData(), ...task })
  expect(await replica.db.selectFrom('notification').select('id').execute()).toEqual([])
  await publish(UserChanged, userData('admin-added', first))
  await eventually(received).toEqual([`${first.email}: approved`])
  expect(await listed('admin', first.userId)).toHaveLength(1)
})

it('stores recipients from republished events and sends nothing for them', async () => {
  await replica.db.deleteFrom('recipient').execute()
  const renamed = { ...owner, email: 'renamed@example.com' }
  await publish(UserChanged, userData('none', renamed), 3)
  await publish(UserChanged, userData('none', owner), 2)
  for (const admin of admins) await publish(UserChanged, userData('none', admin, { role: 'admin' }))
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
  await publish(UserChanged, userData('admin-added', { ...first, email: 'new@example.com' }), 3)
  await publish(UserChanged, userData('admin-added', { ...first, email: 'old@example.com' }), 2)
  await publish(TaskApproved, { ...decisionData(), ...task })
  await eventually(received).toEqual(['admin2@example.com: approved', 'new@example.com: approved'])
})

it('makes screens refetch a saved profile without a message', async () => {
  const texts = Object.fromEntries(Object.keys(CompanyProfile.properties).map((key) => [key, '']))
  const profile = { ...texts, _id: task.companyProfileId, version: 1 } as CompanyProfile
  await publish(CompanyProfileSaved, { ownerId: owner.userId, change: 'created', profile })
  const rows = await replica.db.selectFrom('notification').select(['message', 'company_profile_id']).execute()
  expect(rows).toEqual([1, 2].map(() => ({ message: '', company_profile_id: task.companyProfileId })))
  await publish(CompanyProfileSaved, { ownerId: owner.userId, change: 'none', profile })
  expect(await replica.db.selectFrom('notification').select('id').execute()).toHaveLength(2)
})
