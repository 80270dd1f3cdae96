import { findAccessViolations } from '@app/chassis/testing/access.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { person } from '@app/chassis/testing/people.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import { sendThreeTimes } from '@app/chassis/testing/same-request.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import { type Replica, startReplica } from './support/replica.ts'

type Person = ReturnType<typeof person>

const ann = person('owner')
const bob = person('owner')
const admin = person('admin')
let database: TestDatabase
let relay: TestRelay
let replica: Replica

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  relay = await startRelay()
  replica = await startReplica({ databaseUrl: database.url, smtpUrl: relay.url })
})
afterAll(async () => {
  await replica.stop()
  await relay.close()
  await database.drop()
})
beforeEach(() => replica.db.deleteFrom('interest').execute())

const setting = ({ headers }: Person, feature: string, wanted: unknown) =>
  ({ method: 'PUT', url: `/notifications/interests/${feature}`, payload: { wanted }, headers }) as const
const set = (user: Person, feature: string, wanted: unknown) => replica.app.inject(setting(user, feature, wanted))
const interests = async ({ headers }: Person) => (await replica.app.inject({ url: '/notifications/interests', headers })).json()
const counts = async (): Promise<number[]> => {
  const response = await replica.app.inject({ url: '/notifications/interests/counts', headers: admin.headers })
  return response.json<{ count: number }[]>().map(({ count }) => count)
}

it('is stored and removed by the same request', async () => {
  expect(await interests(ann)).toEqual({ features: [] })
  expect((await set(ann, 'invoice', true)).json()).toEqual({ features: ['invoice'] })
  expect((await set(ann, 'tracking-expense', true)).json()).toEqual({ features: ['tracking-expense', 'invoice'] })
  expect(await interests(ann)).toEqual({ features: ['tracking-expense', 'invoice'] })
  expect((await set(ann, 'invoice', false)).json()).toEqual({ features: ['tracking-expense'] })
  expect((await set(ann, 'invoice', false)).statusCode).toBe(200)
  expect(await interests(ann)).toEqual({ features: ['tracking-expense'] })
})

it('is stored separately for each owner', async () => {
  await set(ann, 'invoice', true)
  await set(bob, 'invoice', false)
  expect(await interests(ann)).toEqual({ features: ['invoice'] })
  expect(await interests(bob)).toEqual({ features: [] })
})

it('counts each owner once, also with concurrent requests', async () => {
  const response = await replica.app.inject({ url: '/notifications/interests/counts', headers: admin.headers })
  expect(response.json()).toEqual([
    { feature: 'tracking-expense', count: 0 },
    { feature: 'invoice', count: 0 },
  ])
  const responses = await Promise.all([set(ann, 'invoice', true), set(ann, 'invoice', true), set(bob, 'invoice', true)])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  await set(ann, 'invoice', true)
  expect(await counts()).toEqual([0, 2])
  await set(bob, 'invoice', false)
  expect(await counts()).toEqual([0, 1])
})

it('is changed once when the request is sent again with its idempotency key', async () => {
  const { answers, replayed } = await sendThreeTimes(replica.app, setting(ann, 'invoice', true))
  expect([answers, replayed]).toEqual([['200 {"features":["invoice"]}'], 2])
  expect(await counts()).toEqual([0, 1])
})

it('can be set only by owners and counted only by admins', async () => {
  expect(await findAccessViolations(replica.app, 'notifications')).toEqual([])
  expect((await set(admin, 'invoice', true)).statusCode).toBe(403)
  expect(await counts()).toEqual([0, 0])
})

it('rejects unknown features and values that are not booleans', async () => {
  const wrong = [set(ann, 'time-travel', true), set(ann, 'invoice', 'maybe'), set(ann, 'invoice', undefined)]
  expect((await Promise.all(wrong)).map(({ statusCode }) => statusCode)).toEqual([400, 400, 400])
})

it('does not return features that only another release has', async () => {
  await replica.db.insertInto('interest').values({ user_id: ann.id, feature: 'payroll' }).execute()
  expect(await interests(ann)).toEqual({ features: [] })
  expect(await counts()).toEqual([0, 0])
})
