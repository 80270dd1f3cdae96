import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import type { PersonMail } from '@app/contracts/http/person-mails.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendingOf } from './sendings.ts'
import { type Owner, type Service, setUp } from './setup.ts'

const ZOE = 'zoe@example.com'
let service: Service
let owner: Owner

beforeAll(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
})
afterAll(() => service.stop())

const list = (companyId: string, address: string, { headers }: Pick<Owner, 'headers'> = owner) =>
  service.app.inject({ url: `/campaign/company/${companyId}/mails?${new URLSearchParams({ address })}`, headers })

test('the owner gets the latest emails to an address, with their outcomes', async () => {
  const failed = await sendingOf(service, owner, { emails: [ZOE], deliveries: 'failed', dispatch: 'done' })
  await sql`update delivery set code = 'address-refused 550 5.1.1', settled_at = '2026-12-01T14:05:00Z', bounced_at = '2026-12-01T15:00:00Z'
    where dispatch_id = ${failed.dispatchId}`.execute(service.db)
  await sendingOf(service, owner, { emails: ['0@example.com', ZOE], deliveries: 'sending' })
  await sendingOf(service, await ownerWithCompany(service.deps), { emails: [ZOE] })
  const mails = (await list(owner.company._id, ' Zoe@Example.com')).json<PersonMail[]>()
  expect(mails.map(({ state }) => state)).toEqual(['queued', 'failed'])
  expect(mails[1]).toEqual({
    _id: expect.any(String),
    campaignId: expect.any(String),
    campaignName: 'Winter',
    stepType: 'Initial',
    subject: 'Winter bread',
    state: 'failed',
    reason: 'This email address does not exist.',
    at: '2026-12-01T14:05:00Z',
    bouncedAt: '2026-12-01T15:00:00Z',
    complainedAt: null,
    unsubscribedAt: null,
  })
  expect((await list(owner.company._id, 'nobody@example.com')).json()).toEqual([])
})

test('at most 20 emails are listed, the newest first', async () => {
  const sender = await ownerWithCompany(service.deps)
  const address = 'often@example.com'
  const ids: string[] = []
  for (let sent = 0; sent < 22; sent += 1) ids.unshift((await sendingOf(service, sender, { emails: [address] })).dispatchId)
  const mails = (await list(sender.company._id, address, sender)).json<PersonMail[]>()
  const { rows } = await sql<{ id: string; dispatch_id: string }>`
    select id, dispatch_id from delivery where email = ${address}`.execute(service.db)
  const dispatchOf = new Map(rows.map(({ id, dispatch_id }) => [id, dispatch_id]))
  expect(mails.map(({ _id }) => dispatchOf.get(_id))).toEqual(ids.slice(0, 20))
})

test('the company of another owner gets the same 404 as a company that does not exist', async () => {
  const stranger = await ownerWithCompany(service.deps)
  for (const id of [owner.company._id, crypto.randomUUID()]) {
    const response = await list(id, ZOE, stranger)
    expect([response.statusCode, response.json().message]).toEqual([404, 'Company profile not found'])
  }
})
