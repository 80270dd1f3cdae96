import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { EmailRequested, PasswordChanged, UserChanged } from '@app/contracts/events/identity.ts'
import type { Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { eventHandler } from './support/event-handler.ts'
import { testSettings } from './support/settings.ts'
import { userData } from './support/user-data.ts'

let database: TestDatabase
let db: Kysely<Tables>
let user: { userId: string; email: string; username: string }
const handle = eventHandler(() => db, testSettings())

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  db = connect({ url: database.url, schema: 'notifications', max: 5, onIdleError: () => {} })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(() => {
  user = { userId: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.com`, username: 'Maria' }
})
afterEach(async () => {
  for (const table of ['mail', 'work', 'recipient'] as const) await db.deleteFrom(table).execute()
})

const mails = () =>
  db.selectFrom('mail').select(['composer', 'template', 'about', 'recipient_kind as kind', 'recipient_id as id', 'recipient']).execute()
const works = () => db.selectFrom('work').select(['queue', 'priority']).execute()
const recipient = () => db.selectFrom('recipient').select(['email', 'role', 'email_verified', 'version']).executeTakeFirst()

it('requests the welcome email to a new owner from identity, once', async () => {
  await handle(UserChanged, userData('registered', user))
  expect(await mails()).toEqual([
    { composer: 'identity', template: 'welcome', about: user.userId, kind: 'owner', id: user.userId, recipient: user.email },
  ])
  expect(await works()).toEqual([{ queue: 'mail-identity', priority: 0 }])
  for (const change of ['verified', 'signed-in', 'none'] as const) await handle(UserChanged, userData(change, user), 2)
  await handle(UserChanged, userData('admin-added', { ...user, userId: crypto.randomUUID() }))
  expect(await mails()).toHaveLength(1)
})

it.each([
  ['verify-email', 'owner'],
  ['reset-code', 'owner'],
  ['reset-code', 'admin'],
] as const)('requests the urgent email %s to an %s, also if the user is not known yet', async (topic, role) => {
  const about = crypto.randomUUID()
  await handle(EmailRequested, { topic, about, userId: user.userId, role })
  expect(await mails()).toEqual([{ composer: 'identity', template: topic, about, kind: role, id: user.userId, recipient: null }])
  expect(await works()).toEqual([{ queue: 'mail-identity', priority: 1 }])
})

it('requests an email for each request, also if they are about the same code', async () => {
  const request = { topic: 'reset-code', about: crypto.randomUUID(), userId: user.userId, role: 'owner' } as const
  await handle(EmailRequested, request)
  await handle(EmailRequested, request)
  expect(await mails()).toHaveLength(2)
})

it('tells a user of a changed password', async () => {
  await handle(PasswordChanged, { userId: user.userId, role: 'admin', tokensInvalidBefore: 1 })
  expect(await mails()).toMatchObject([{ composer: 'identity', template: 'password-changed', about: user.userId, kind: 'admin' }])
})

it('stores the newest state of a user when events arrive in a different order', async () => {
  await handle(UserChanged, userData('verified', user), 2)
  await handle(UserChanged, userData('registered', { ...user, email: 'old@example.com' }), 1)
  expect(await recipient()).toEqual({ email: user.email, role: 'owner', email_verified: true, version: 2 })
})

it('stores no address of a removed admin, also if an older event arrives later', async () => {
  await handle(UserChanged, userData('admin-removed', user), 2)
  await handle(UserChanged, userData('admin-added', user), 1)
  expect(await recipient()).toEqual({ email: '', role: 'owner', email_verified: false, version: 2 })
})
