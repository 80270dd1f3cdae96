import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { person } from '@app/chassis/testing/people.ts'
import { TEST_ORIGIN } from '@app/chassis/testing/store.ts'
import { CompanyManagerChanged, CompanyProfileSaved } from '@app/contracts/events/company.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { republish } from '../src/republish.ts'
import { type CompanyService, createCompany, reportAdmin } from './setup.ts'

let company: CompanyService

beforeAll(async () => {
  company = await createCompany()
})
afterAll(() => company.close())

it('publishes the same state of every profile as the event of the last save', async () => {
  for (const owner of [person('owner'), person('owner')]) await company.create(owner)
  const env = {
    DATABASE_URL: company.url,
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY: 'key',
    S3_SECRET_KEY: 'secret',
    S3_BUCKET: company.store.bucket,
    PUBLIC_URL: TEST_ORIGIN,
  }
  const manager = crypto.randomUUID()
  await reportAdmin(company, { userId: manager })
  const { id } = await company.db.selectFrom('companies').select('id').limit(1).executeTakeFirstOrThrow()
  await company.app.inject({
    method: 'PUT',
    url: `/admin/company/${id}/manager`,
    payload: { adminId: manager },
    headers: person('admin').headers,
  })
  expect(await republish(env)).toBe(3)
  const managers = await outboxOf(company.db as never, CompanyManagerChanged)
  expect(managers.map(({ aggregateversion, data }) => [aggregateversion, data.managerId, data.change])).toEqual([
    [1, manager, 'changed'],
    [1, manager, 'none'],
  ])
  const events = await outboxOf(company.db as never, CompanyProfileSaved)
  const contentOf = (isRepublished: boolean) =>
    events
      .filter(({ data }) => (data.change === 'none') === isRepublished)
      .map(({ subject, aggregateversion, data }) => ({ subject, aggregateversion, ownerId: data.ownerId, profile: data.profile }))
  expect(contentOf(true)).toHaveLength(2)
  expect(contentOf(true)).toEqual(contentOf(false))
})
