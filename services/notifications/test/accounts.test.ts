import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { CompanyExportChanged, CompanyManagerChanged, CompanyNoteChanged } from '@app/contracts/events/company.ts'
import { AdminInvited, EmailRequested, PasswordChanged, UserChanged } from '@app/contracts/events/identity.ts'
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
  for (const table of ['mail', 'work', 'recipient', 'notification'] as const) await db.deleteFrom(table).execute()
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
  ['confirm-new-email', 'owner'],
  ['email-changed', 'owner'],
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

it('requests the urgent email to an invited admin, who has no account', async () => {
  const invitationId = crypto.randomUUID()
  await handle(AdminInvited, { invitationId })
  expect(await mails()).toEqual([
    { composer: 'identity', template: 'admin-invitation', about: invitationId, kind: 'invited-admin', id: invitationId, recipient: null },
  ])
  expect(await works()).toEqual([{ queue: 'mail-identity', priority: 1 }])
})

it('tells an owner of a changed address in the list, and makes the open screens of admins refetch their data', async () => {
  await handle(UserChanged, userData('registered', user), 1)
  await handle(UserChanged, userData('email-changed', { ...user, email: 'new@example.com' }, { emailVerified: true }), 2)
  expect(await recipient()).toMatchObject({ email: 'new@example.com', email_verified: true })
  const added = await db.selectFrom('notification').select(['audience_user as user', 'message', 'company_profile_id as company']).execute()
  expect(added).toEqual([
    { user: user.userId, message: 'The email address of your account was changed.', company: null },
    { user: null, message: '', company: null },
  ])
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

it('a note of the team and another account manager make open screens refetch their data; owners learn nothing of the note', async () => {
  const about = { companyProfileId: crypto.randomUUID(), ownerId: user.userId }
  await handle(CompanyNoteChanged, { ...about, noteId: crypto.randomUUID(), change: 'added' })
  const added = () => db.selectFrom('notification').select(['audience_user as user', 'message']).orderBy('id').execute()
  expect(await added()).toEqual([{ user: null, message: '' }])
  await handle(CompanyManagerChanged, { ...about, managerId: crypto.randomUUID(), change: 'none' }, 1)
  await handle(CompanyManagerChanged, { ...about, managerId: null, change: 'changed' }, 2)
  expect((await added()).slice(1)).toEqual([
    { user: user.userId, message: '' },
    { user: null, message: '' },
  ])
})

it('the person who requested an export gets an email when it is ready or failed; the open screens refetch their list', async () => {
  const [exportId, adminId] = [crypto.randomUUID(), crypto.randomUUID()]
  const about = { companyProfileId: crypto.randomUUID(), ownerId: user.userId, exportId }
  const byOwner = { ...about, requestedBy: { role: 'owner' as const, id: user.userId } }
  await handle(CompanyExportChanged, { ...byOwner, change: 'requested' }, 1)
  await handle(CompanyExportChanged, { ...byOwner, change: 'ready' }, 2)
  await handle(CompanyExportChanged, { ...about, requestedBy: { role: 'admin', id: adminId }, change: 'failed' }, 3)
  await handle(CompanyExportChanged, { ...byOwner, change: 'expired' }, 4)
  const mails = await db
    .selectFrom('mail')
    .select(['template', 'composer', 'about', 'recipient_id as to'])
    .orderBy('template', 'desc')
    .execute()
  expect(mails).toEqual([
    { template: 'export-ready', composer: 'company', about: exportId, to: user.userId },
    { template: 'export-failed', composer: 'company', about: exportId, to: adminId },
  ])
  const added = await db.selectFrom('notification').select('audience_user as user').orderBy('id').execute()
  expect(added.filter(({ user: to }) => to !== null)).toHaveLength(4)
})
