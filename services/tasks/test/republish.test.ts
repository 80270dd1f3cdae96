import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { TaskPosted, TaskState } from '@app/contracts/events/tasks.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { subscribedTypes } from '../src/consumers.ts'
import { republish } from '../src/republish.ts'
import { setUp, taskIn } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>

beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

it('publishes the state of every task', async () => {
  const owner = await ownerWithCompany(service.deps)
  const [pending, posted] = [await taskIn(service.app, owner, 'Pending'), await taskIn(service.app, owner, 'Posted')]
  const store = service.store.publicUrl('')
  const env = {
    DATABASE_URL: service.url,
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY: 'key',
    S3_SECRET_KEY: 'secret',
    S3_BUCKET: new URL(store).pathname.split('/')[1],
    PUBLIC_URL: new URL(store).origin,
  }
  expect(await republish(env)).toBe(2)
  const states = await outboxOf(service.db as never, TaskState)
  expect(states.map(({ subject, aggregateversion }) => [subject, aggregateversion])).toEqual([
    [pending._id, pending.version],
    [posted._id, posted.version],
  ])
  const [published] = await outboxOf(service.db as never, TaskPosted)
  expect(published?.data).toMatchObject(states[1]?.data ?? {})
})

it('subscribes to the states of companies and accounts', () => {
  for (const type of ['company.profile-state.v1', 'identity.user-state.v1']) expect(subscribedTypes).toContain(type)
})
