import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { TEST_ORIGIN } from '@app/chassis/testing/store.ts'
import { ColleagueState } from '@app/contracts/events/colleagues.ts'
import { TaskPosted, TaskState } from '@app/contracts/events/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { subscribedTypes } from '../src/consumers.ts'
import { republish } from '../src/republish.ts'
import { setUp, taskIn } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>

beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

it('publishes the state of every task and of every colleague', async () => {
  const owner = await ownerWithCompany(service.deps)
  const [pending, posted] = [await taskIn(service.app, owner, 'Pending'), await taskIn(service.app, owner, 'Posted')]
  const env = {
    DATABASE_URL: service.url,
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY: 'key',
    S3_SECRET_KEY: 'secret',
    S3_BUCKET: service.store.bucket,
    PUBLIC_URL: TEST_ORIGIN,
  }
  const colleagueId = crypto.randomUUID()
  await sql`
    insert into colleague (id, company_id, email, name, may, state, version)
    values (${colleagueId}, ${owner.company._id}, 'ana@harborpine.example', 'Ana Ruiz', 'look', 'active', 3)`.execute(service.db)
  expect(await republish(env)).toBe(3)
  expect(await outboxOf(service.db as never, ColleagueState)).toMatchObject([
    {
      subject: colleagueId,
      aggregateversion: 3,
      data: { ownerId: owner.id, companyProfileId: owner.company._id, may: 'look', state: 'active' },
    },
  ])
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
