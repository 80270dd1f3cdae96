import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { putAdmin } from '../src/admins/put-admin.ts'
import { republish } from '../src/republish.ts'
import { client, createIdentity, type Identity, newEmail, PASSWORD } from './setup.ts'

let identity: Identity

beforeAll(async () => {
  identity = await createIdentity()
})
afterAll(() => identity.close())

it('publishes the state of all owners and admins except removed ones', async () => {
  const app = await identity.build()
  const [owner, admin, removed] = [newEmail(), newEmail(), newEmail()]
  for (const email of [owner, removed]) await client(app).signUp(email)
  await putAdmin(identity.deps, { email: admin, password: PASSWORD, by: 'operator' })
  await sql`update users set removed_at = now() where email = ${removed}`.execute(identity.db)
  await sql`update users set version = 7, email_verified_at = now(), last_signed_in_at = '2026-11-21T17:00:00Z' where email = ${owner}`.execute(
    identity.db,
  )

  expect(await republish({ DATABASE_URL: identity.url })).toBe(2)
  expect(await republish({ DATABASE_URL: identity.url })).toBe(2)
  const states = (await outboxOf(identity.db as never, UserChanged)).filter(({ data }) => data.change === 'none')
  expect(new Set(states.map(({ id }) => id)).size).toBe(4)
  const users = states.slice(0, 2).map(({ subject, aggregateversion, data }) => ({ subject, aggregateversion, ...data }))
  expect(users.find(({ email }) => email === owner)).toMatchObject({
    role: 'owner',
    username: 'Ada',
    emailVerified: true,
    lastSignedInAt: '2026-11-21T17:00:00Z',
    aggregateversion: 7,
  })
  expect(users.find(({ email }) => email === admin)).toMatchObject({ role: 'admin', emailVerified: false, aggregateversion: 1 })
  for (const { subject, userId } of users) expect(subject).toBe(userId)
})
