import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import type { EventData } from '@app/contracts/define.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  applyUserEvent,
  type ConfirmedOwnerTables,
  createConfirmedOwnerTable,
  isConfirmedOwner,
} from '../../src/companies/confirmed-owners.ts'

let database: TestDatabase
let db: Kysely<ConfirmedOwnerTables>

beforeAll(async () => {
  database = await createTestDatabase('company', { '0001-owners': { up: createConfirmedOwnerTable } })
  db = connect({ url: database.url, schema: 'company', max: 2, onIdleError: () => {} })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Handles an event about a user, and returns whether the user is a confirmed owner after it. */
async function isConfirmedAfter(
  changes: Partial<EventData<typeof UserChanged>>,
  userId: string = crypto.randomUUID(),
  version = 1,
): Promise<boolean> {
  const user = { userId, email: 'ada@example.com', username: 'Ada', role: 'owner' as const, emailVerified: false }
  const data = { change: 'none' as const, ...user, ...changes }
  await db.transaction().execute((trx) => applyUserEvent(trx, { ...envelope(UserChanged, data, version), data }))
  return isConfirmedOwner(db, userId)
}

it('an owner is confirmed by any event with a confirmed address', async () => {
  for (const change of ['verified', 'signed-in', 'none'] as const)
    expect(await isConfirmedAfter({ change, emailVerified: true })).toBe(true)
})

it('an unknown or unconfirmed owner, and an admin, are not confirmed', async () => {
  expect(await isConfirmedOwner(db, crypto.randomUUID())).toBe(false)
  expect(await isConfirmedAfter({ change: 'registered' })).toBe(false)
  expect(await isConfirmedAfter({ role: 'admin', emailVerified: true })).toBe(false)
})

it('the newest event decides when events arrive twice or in a different order', async () => {
  const id = crypto.randomUUID()
  const isConfirmedAt = (version: number, emailVerified: boolean) => isConfirmedAfter({ emailVerified }, id, version)
  expect(await isConfirmedAt(2, true)).toBe(true)
  expect(await isConfirmedAt(2, true)).toBe(true)
  expect(await isConfirmedAt(1, false)).toBe(true)
  expect(await isConfirmedAt(3, false)).toBe(false)
  expect(await isConfirmedAt(2, true)).toBe(false)
})
