import { profile } from '@app/chassis/testing/companies.ts'
import { startCompanyService } from '@app/chassis/testing/company-service.ts'
import { person } from '@app/chassis/testing/people.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { list, type Service, setUp, storedKeys, upload } from './setup.ts'

let service: Service
let company: Awaited<ReturnType<typeof startCompanyService>>
beforeAll(async () => {
  company = await startCompanyService()
  service = await setUp({ companyUrl: company.url })
})
afterAll(async () => {
  await service.stop()
  company.stop()
})

test('a company that no event has reported is requested once from the company service, with the caller’s token', async () => {
  const mine = profile({ companyName: 'Just Made' })
  const owner = { ...person('owner'), company: mine }
  const calls = company.answers(200, mine)
  expect((await list(service, owner, mine._id)).json()).toEqual({ success: true, data: [] })
  expect((await upload(service, owner)).statusCode).toBe(201)
  expect((await list(service, owner, mine._id)).json().data).toHaveLength(1)
  expect((await list(service, owner, crypto.randomUUID())).statusCode).toBe(404)
  expect(calls).toEqual([owner.headers.authorization])
})

test.each([
  ['responds that the company does not exist', 404, { message: 'none' }, 404],
  ['fails', 500, { message: 'oh' }, 503],
  ['returns an invalid profile', 200, { _id: 'not a profile' }, 503],
  ['returns another company', 200, profile(), 404],
])('nothing is listed or stored if the company service %s', async (_what, status, body, expected) => {
  company.answers(status, body)
  const owner = { ...person('owner'), company: profile() }
  const before = await storedKeys(service)
  expect((await upload(service, owner)).statusCode).toBe(expected)
  expect((await list(service, owner, owner.company._id)).statusCode).toBe(expected)
  expect(await storedKeys(service)).toEqual(before)
})
