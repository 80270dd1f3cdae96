import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { pdf } from '@app/chassis/testing/documents.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { IDEMPOTENCY_REPLAYED } from '@app/contracts/rules/idempotency.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { list, remove, type Service, setUp, shared, storedKeys, upload, uploadRequest } from './setup.ts'

const FULL = 'You have shared 3 documents, the most there is room for. Please remove some first.'

let service: Service
beforeAll(async () => {
  service = await setUp({ room: { count: 3, bytes: 8 * MEGABYTE } })
})
afterAll(() => service.stop())

const file = (megabytes: number) => new File([pdf({ padding: megabytes * MEGABYTE })], 'large.pdf')

test('the bounds are settings', () => {
  const named = ['DATABASE_URL', 'JWKS_URL', 'S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'PUBLIC_URL', 'COMPANY_URL']
  const env = Object.fromEntries(named.map((name) => [name, 'http://localhost']))
  expect(readConfig(env)).toMatchObject({ DOCUMENTS_MAX_COUNT: 500, DOCUMENTS_MAX_MB: 2_048 })
  expect(readConfig({ ...env, DOCUMENTS_MAX_COUNT: '3', DOCUMENTS_MAX_MB: '8' })).toMatchObject({
    DOCUMENTS_MAX_COUNT: 3,
    DOCUMENTS_MAX_MB: 8,
  })
  expect(() => readConfig({ DOCUMENTS_MAX_COUNT: '0' })).toThrow(/COMPANY_URL must be set.*DOCUMENTS_MAX_COUNT/)
})

test('of more uploads at the same moment than there is room for, as many are taken as there is', async () => {
  const owner = await ownerWithCompany(service.deps)
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(service, owner)))
  const refused = answers.filter(({ statusCode }) => statusCode !== 201)
  expect(refused).toHaveLength(5)
  for (const answer of refused) expect([answer.statusCode, answer.json().message]).toEqual([422, FULL])
  const { data } = (await list(service, owner, owner.company._id)).json()
  expect(data).toHaveLength(3)
  expect(await storedKeys(service)).toHaveLength(3)

  await remove(service, owner, data[0]._id)
  expect((await upload(service, owner)).statusCode).toBe(201)
  const other = await ownerWithCompany(service.deps)
  expect((await upload(service, other)).statusCode).toBe(201)
})

test('bytes are bounded, too', async () => {
  const owner = await ownerWithCompany(service.deps)
  await shared(service, owner, {}, file(4.5))
  const second = await upload(service, owner, {}, file(4.5))
  expect([second.statusCode, second.json()]).toMatchObject([
    422,
    {
      message: 'There is room for 3 MB more, and this file is larger. Please remove some documents first.',
      errors: [{ field: 'document' }],
    },
  ])
  await shared(service, owner, {}, file(2))
})

test('a full share is told of before the bytes are taken, but not to who sends the last one again', async () => {
  const owner = await ownerWithCompany(service.deps)
  for (let n = 0; n < 2; n++) await shared(service, owner)
  const request = await uploadRequest(owner)
  const headers = { ...request.headers, 'idempotency-key': crypto.randomUUID() }
  const first = await service.app.inject({ ...request, headers })
  expect(first.statusCode).toBe(201)
  const again = await service.app.inject({ ...request, headers })
  expect([again.headers[IDEMPOTENCY_REPLAYED], again.body]).toEqual(['true', first.body])

  // No form at all: it is not even looked at.
  const unread = await service.app.inject({ ...request, payload: 'nothing of the kind' })
  expect([unread.statusCode, unread.json().message]).toEqual([422, FULL])
})
