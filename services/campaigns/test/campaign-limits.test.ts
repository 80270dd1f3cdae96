import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import {
  changeState,
  create,
  createdCampaign,
  INTERNAL_DATA_KEY,
  INTERNAL_MAIL_KEY,
  recurring,
  type Service,
  SUPPRESSION_KEY,
  setUp,
  storedKeys,
} from './setup.ts'

let service: Service
beforeAll(async () => {
  service = await setUp({ campaignLimits: { open: 3, aDay: 5 } })
})
afterAll(() => service.stop())

const OPEN = 'You have 3 campaigns with emails still to send, which is the limit. Please cancel one, or wait until one is finished.'
const A_DAY = 'You have submitted 5 campaigns within 24 hours, which is the limit. Please try again tomorrow.'

test('limits and rates are settings; the default rate of a company is half of the relay’s', () => {
  const named = ['JWKS_URL', 'S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'PUBLIC_URL', 'COMPANY_URL']
  const others = ['CRM_PROXY_URL', 'IDENTITY_URL', 'CAMPAIGN_SENDER_DOMAIN']
  const webUrls = Object.fromEntries([...named, ...others].map((name) => [name, 'http://localhost']))
  const env = {
    ...webUrls,
    DATABASE_URL: 'postgres://localhost',
    SMTP_URL: 'smtp://localhost',
    INTERNAL_MAIL_KEY,
    INTERNAL_DATA_KEY,
    SUPPRESSION_KEY,
  }
  expect(readConfig(env)).toMatchObject({ CAMPAIGN_MAX_OPEN: 50, CAMPAIGN_MAX_A_DAY: 20, rates: { relay: 50, company: 25 } })
  expect(readConfig({ ...env, CAMPAIGN_RATE: '1' }).rates).toEqual({ relay: 1, company: 1 })
  expect(readConfig({ ...env, CAMPAIGN_COMPANY_RATE: '10' }).rates).toEqual({ relay: 50, company: 10 })
})

test('concurrent submissions are accepted up to the limit', { tags: 'nightly' }, async () => {
  const owner = await ownerWithCompany(service.deps)
  const image = () => ({ stepAttachment_0: new File([png()], 'Pie.png') })
  const responses = await Promise.all(Array.from({ length: 6 }, () => create(service, owner, recurring(), image())))
  const refused = responses.filter(({ statusCode }) => statusCode !== 201)
  expect(refused.map((response) => [response.statusCode, response.json().message])).toEqual(Array(3).fill([422, OPEN]))
  expect(await storedKeys(service)).toHaveLength(3)
  expect((await create(service, await ownerWithCompany(service.deps))).statusCode).toBe(201)
})

test('finished campaigns count for the daily limit only', async () => {
  const owner = await ownerWithCompany(service.deps)
  for (let n = 0; n < 5; n++) await changeState(service, owner, (await createdCampaign(service, owner))._id, 'cancel')
  const response = await create(service, owner)
  expect([response.statusCode, response.json().message]).toEqual([422, A_DAY])
  await service.db
    .updateTable('campaign')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000).toISOString() })
    .where('company_id', '=', owner.company._id)
    .execute()
  await createdCampaign(service, owner)
})
