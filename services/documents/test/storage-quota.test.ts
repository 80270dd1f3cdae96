import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { pdf } from '@app/chassis/testing/documents.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { IDEMPOTENCY_REPLAYED } from '@app/contracts/rules/idempotency.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import {
  INTERNAL_DATA_KEY,
  INTERNAL_MAIL_KEY,
  list,
  remove,
  type Service,
  setUp,
  sharedDocument,
  storedKeys,
  upload,
  uploadRequest,
} from './setup.ts'

const FULL = 'You have shared 3 documents, which is the limit. Please remove some first.'

let service: Service
beforeAll(async () => {
  service = await setUp({ quota: { count: 3, bytes: 8 * MEGABYTE } })
})
afterAll(() => service.stop())

const file = (megabytes: number) => new File([pdf({ padding: megabytes * MEGABYTE })], 'large.pdf')

test('the quota is configurable', () => {
  const named = ['JWKS_URL', 'S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'PUBLIC_URL', 'COMPANY_URL', 'TASKS_URL']
  const urls = Object.fromEntries(named.map((name) => [name, 'http://localhost']))
  const env = { ...urls, DATABASE_URL: 'postgres://localhost', INTERNAL_MAIL_KEY, INTERNAL_DATA_KEY }
  expect(readConfig(env)).toMatchObject({ DOCUMENTS_MAX_COUNT: 500, DOCUMENTS_MAX_MB: 2_048 })
  expect(readConfig({ ...env, DOCUMENTS_MAX_COUNT: '3', DOCUMENTS_MAX_MB: '8' })).toMatchObject({
    DOCUMENTS_MAX_COUNT: 3,
    DOCUMENTS_MAX_MB: 8,
  })
  expect(() => readConfig({ DOCUMENTS_MAX_COUNT: '0' })).toThrow(/TASKS_URL must be set.*DOCUMENTS_MAX_COUNT/)
})

test('concurrent uploads cannot exceed the number of documents in the quota', { tags: 'nightly' }, async () => {
  const owner = await ownerWithCompany(service.deps)
  const stored = (await storedKeys(service)).length
  const responses = await Promise.all(Array.from({ length: 8 }, () => upload(service, owner)))
  const refused = responses.filter(({ statusCode }) => statusCode !== 201)
  expect(refused).toHaveLength(5)
  for (const response of refused) expect([response.statusCode, response.json().message]).toEqual([422, FULL])
  const { data } = (await list(service, owner, owner.company._id)).json()
  expect(data).toHaveLength(3)
  expect(await storedKeys(service)).toHaveLength(stored + 3)

  await remove(service, owner, data[0]._id)
  expect((await upload(service, owner)).statusCode).toBe(201)
  const other = await ownerWithCompany(service.deps)
  expect((await upload(service, other)).statusCode).toBe(201)
})

test('the quota also limits the total size', { tags: 'nightly' }, async () => {
  const owner = await ownerWithCompany(service.deps)
  await sharedDocument(service, owner, {}, file(4.5))
  const second = await upload(service, owner, {}, file(4.5))
  expect([second.statusCode, second.json()]).toMatchObject([
    422,
    {
      message: 'You have 3 MB left, and this file is larger. Please remove some documents first.',
      errors: [{ field: 'document' }],
    },
  ])
  await sharedDocument(service, owner, {}, file(2))
})

test('an upload over the quota is rejected before its form is read, but a retry of the last accepted upload is not', async () => {
  const owner = await ownerWithCompany(service.deps)
  for (let n = 0; n < 2; n++) await sharedDocument(service, owner)
  const request = await uploadRequest(owner)
  const headers = { ...request.headers, 'idempotency-key': crypto.randomUUID() }
  const first = await service.app.inject({ ...request, headers })
  expect(first.statusCode).toBe(201)
  const again = await service.app.inject({ ...request, headers })
  expect([again.headers[IDEMPOTENCY_REPLAYED], again.body]).toEqual(['true', first.body])

  // The body is not a valid form. The error message shows that the service did not read the body.
  const unread = await service.app.inject({ ...request, payload: 'not a form' })
  expect([unread.statusCode, unread.json().message]).toEqual([422, FULL])
})
