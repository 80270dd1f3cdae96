import { saveCompany } from '@app/chassis/companies/company-projection.ts'
import { ownerWithCompany, profile } from '@app/chassis/testing/companies.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import { lockWaits } from '@app/chassis/testing/lock-waits.ts'
import { person } from '@app/chassis/testing/people.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscriptions } from '../src/consumers.ts'
import { admin, setUp } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

/** Handles an event in a transaction, as the consumer does. */
async function handle<E extends EventContract>(event: E, data: EventData<E>): Promise<void> {
  const subscription = subscriptions(service.deps).find((one) => one.event.type === event.type)
  await service.db.transaction().execute(async (trx) => subscription?.handle(trx, envelope(event, data, 1) as never))
}

const signedIn = (userId: string, lastSignedInAt?: string): Promise<void> =>
  handle(UserChanged, {
    change: 'signed-in',
    userId,
    email: 'maria@harborpine.example',
    username: 'Maria',
    role: 'owner',
    emailVerified: true,
    ...(lastSignedInAt && { lastSignedInAt }),
  })

const lastSignIn = async (companyId: string): Promise<string | null> =>
  (await service.app.inject({ url: `/admin/board/companies/${companyId}`, headers: admin.headers })).json().line.lastSignedInAt

test('the company list shows the last sign-in of the owner, and ignores older sign-ins and those of other owners', async () => {
  const [owner, other] = [await ownerWithCompany(service.deps), await ownerWithCompany(service.deps)]
  expect(await lastSignIn(owner.company._id)).toBe(null)
  await signedIn(owner.id, '2026-11-21T17:03:59.123Z')
  await signedIn(owner.id, '2026-11-20T09:00:00.000Z')
  expect(await lastSignIn(owner.company._id)).toBe('2026-11-21T17:03:00Z')
  expect(await lastSignIn(other.company._id)).toBe(null)
})

test('a sign-in before the creation of the company is shown', async () => {
  const owner = person('owner')
  await signedIn(owner.id, '2026-11-21T17:00:00.000Z')
  const company = profile()
  await saveCompany(service.db, { ownerId: owner.id, profile: company, version: 1 })
  expect(await lastSignIn(company._id)).toBe('2026-11-21T17:00:00Z')
})

test('a sign-in that is handled while the company is created is shown', async () => {
  const owner = person('owner')
  const company = profile()
  let handled: Promise<void> | undefined
  await service.db.transaction().execute(async (trx) => {
    await saveCompany(trx, { ownerId: owner.id, profile: company, version: 1 })
    // The handler waits for the lock of the row in `owner_sign_in` until this transaction ends.
    handled = signedIn(owner.id, '2026-11-21T17:00:00.000Z')
    await expect.poll(() => lockWaits(service.db)).toBeGreaterThan(0)
  })
  await handled
  expect(await lastSignIn(company._id)).toBe('2026-11-21T17:00:00Z')
})

test('an event without a known sign-in changes nothing', async () => {
  const owner = await ownerWithCompany(service.deps)
  await signedIn(owner.id)
  expect(await lastSignIn(owner.company._id)).toBe(null)
  await signedIn(owner.id, '2026-11-19T08:00:00.000Z')
  await signedIn(owner.id)
  expect(await lastSignIn(owner.company._id)).toBe('2026-11-19T08:00:00Z')
})
