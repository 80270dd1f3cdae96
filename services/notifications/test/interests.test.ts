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
const set = (who: Person, feature: string, wanted: unknown) => replica.app.inject(setting(who, feature, wanted))
const interests = async ({ headers }: Person) => (await replica.app.inject({ url: '/notifications/interests', headers })).json()
const counts = async (): Promise<number[]> => {
  const response = await replica.app.inject({ url: '/notifications/interests/counts', headers: admin.headers })
  return response.json<{ count: number }[]>().map(({ count }) => count)
}

it('is remembered, and undone the same way', async () => {
  expect(await interests(ann)).toEqual({ features: [] })
  expect((await set(ann, 'invoice', true)).json()).toEqual({ features: ['invoice'] })
  expect((await set(ann, 'tracking-expense', true)).json()).toEqual({ features: ['tracking-expense', 'invoice'] })
  expect(await interests(ann)).toEqual({ features: ['tracking-expense', 'invoice'] })
  expect((await set(ann, 'invoice', false)).json()).toEqual({ features: ['tracking-expense'] })
  expect((await set(ann, 'invoice', false)).statusCode).toBe(200)
  expect(await interests(ann)).toEqual({ features: ['tracking-expense'] })
})

it('is each owner’s own', async () => {
  await set(ann, 'invoice', true)
  await set(bob, 'invoice', false)
  expect(await interests(ann)).toEqual({ features: ['invoice'] })
  expect(await interests(bob)).toEqual({ features: [] })
})

it('counts owners, each once, also when two of its screens ask at the same moment', async () => {
  const response = await replica.app.inject({ url: '/notifications/interests/counts', headers: admin.headers })
  expect(response.json()).toEqual([
    { feature: 'tracking-expense', count: 0 },
    { feature: 'invoice', count: 0 },
  ])
  const asked = await Promise.all([set(ann, 'invoice', true), set(ann, 'invoice', true), set(bob, 'invoice', true)])
  expect(asked.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  await set(ann, 'invoice', true)
  expect(await counts()).toEqual([0, 2])
  await set(bob, 'invoice', false)
  expect(await counts()).toEqual([0, 1])
})

it('sent again with its key it changes nothing more', async () => {
  const { answers, replayed } = await sendThreeTimes(replica.app, setting(ann, 'invoice', true))
  expect([answers, replayed]).toEqual([['200 {"features":["invoice"]}'], 2])
  expect(await counts()).toEqual([0, 1])
})

it('is for owners to ask, and for admins to count', async () => {
  expect(await findAccessViolations(replica.app, 'notifications')).toEqual([])
  expect((await set(admin, 'invoice', true)).statusCode).toBe(403)
  expect(await counts()).toEqual([0, 0])
})

it('refuses features that nobody announced, and anything but yes and no', async () => {
  const wrong = [set(ann, 'time-travel', true), set(ann, 'invoice', 'maybe'), set(ann, 'invoice', undefined)]
  expect((await Promise.all(wrong)).map(({ statusCode }) => statusCode)).toEqual([400, 400, 400])
})

it('keeps to itself what another release announced', async () => {
  await replica.db.insertInto('interest').values({ user_id: ann.id, feature: 'payroll' }).execute()
  expect(await interests(ann)).toEqual({ features: [] })
  expect(await counts()).toEqual([0, 0])
})
