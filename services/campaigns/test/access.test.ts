import { findAccessViolations } from '@app/chassis/testing/access.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, create, createdCampaign, list, read, type Service, setUp } from './setup.ts'

let service: Service
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

test('each route rejects callers without access', async () => {
  expect(await findAccessViolations(service.app, 'campaigns')).toEqual([])
})

test('campaigns of another company get the same 404 as campaigns that do not exist', async () => {
  const owner = await ownerWithCompany(service.deps)
  const stranger = await ownerWithCompany(service.deps)
  const campaign = await createdCampaign(service, owner)
  for (const id of [owner.company._id, crypto.randomUUID()]) {
    const response = await list(service, stranger, id)
    expect([response.statusCode, response.json().message]).toEqual([404, 'Company profile not found'])
  }
  expect((await create(service, { ...stranger, company: owner.company })).statusCode).toBe(404)
  for (const id of [campaign._id, crypto.randomUUID()]) {
    const response = await read(service, stranger, id)
    expect([response.statusCode, response.json().message]).toEqual([404, 'Campaign not found'])
  }
  expect((await read(service, owner, campaign._id)).json()).toEqual(campaign)
  expect((await read(service, admin, campaign._id)).json()).toEqual(campaign)
  expect((await list(service, admin, owner.company._id)).json()).toHaveLength(1)
  expect((await list(service, admin, crypto.randomUUID())).statusCode).toBe(404)
})
