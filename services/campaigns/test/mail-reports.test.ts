import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { RecipientUnsubscribed } from '@app/contracts/events/campaigns.ts'
import type { Recipient } from '@app/contracts/http/dispatches.ts'
import { findCampaignMail, MAIL_UNKNOWN, type MailReport, reportCampaignMail } from '@app/contracts/http/inbound-mail.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendingOf, statesOf } from './sendings.ts'
import { INTERNAL_MAIL_KEY, type Owner, type Service, setUp } from './setup.ts'

const ANN = 'ann@bakery.example'

let service: Service
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

const post = ({ url }: { url: string }, payload: object, authorization = `Key ${INTERNAL_MAIL_KEY}`) =>
  service.app.inject({ method: 'POST', url, headers: { authorization }, payload })

/** Hands over a report as `notifications` does. */
async function report(token = '', received: MailReport = bounce()): Promise<void> {
  const { statusCode, body } = await post(reportCampaignMail, { token, report: received })
  if (statusCode !== 200) throw new Error(`The report was not taken: ${body}`)
}

const bounce = (status = '5.1.1'): MailReport => ({ kind: 'delivery', action: 'failed', status })
const complaint: MailReport = { kind: 'complaint' }

const bakery = () => ownerWithCompany(service.deps)

const deliveryOf = (token: string) =>
  service.db
    .selectFrom('delivery')
    .select(['state', 'code', 'bounced_at', 'complained_at'])
    .where('token', '=', token)
    .executeTakeFirstOrThrow()

const reasonsIn = async ({ headers }: Owner, dispatchId: string) => {
  const people: Recipient[] = (await service.app.inject({ url: `/campaign/dispatches/${dispatchId}/people`, headers })).json()
  return people.map(({ reason }) => reason)
}

const suppressionOf = async (companyId: string) =>
  (await service.db.selectFrom('suppression').select('reason').where('company_id', '=', companyId).execute()).map(({ reason }) => reason)

test('a bounce of an address that does not exist is recorded, the state of the email stays, and the address is suppressed', async () => {
  const owner = await bakery()
  const { dispatchId, tokens } = await sendingOf(service, owner, { emails: [ANN] })
  const next = await sendingOf(service, owner, { emails: [ANN], deliveries: 'queued' })
  const token = tokens[ANN] ?? ''
  await report(token)
  const recorded = await deliveryOf(token)
  expect(recorded).toMatchObject({ state: 'accepted', code: 'address-bounced 5.1.1', complained_at: null })
  expect(recorded.bounced_at).not.toBeNull()
  expect(await reasonsIn(owner, dispatchId)).toEqual(['The email bounced: this address does not exist.'])
  expect(await suppressionOf(owner.company._id)).toEqual(['bounced'])
  expect(await statesOf(service, next.dispatchId)).toEqual({ [ANN]: 'suppressed' })

  for (const later of [bounce('5.2.2'), { kind: 'delivery', action: 'delivered', status: '2.0.0' } as const, bounce()])
    await report(token, later)
  expect(await deliveryOf(token)).toEqual(recorded)
})

test('a full mailbox does not suppress its address; a later report that the address does not exist does', async () => {
  const owner = await bakery()
  const { tokens } = await sendingOf(service, owner, { emails: [ANN] })
  const token = tokens[ANN] ?? ''
  await report(token, bounce('5.2.2'))
  expect(await deliveryOf(token)).toMatchObject({ code: 'mail-bounced 5.2.2' })
  expect(await suppressionOf(owner.company._id)).toEqual([])
  await report(token, bounce('5.1.10'))
  expect(await deliveryOf(token)).toMatchObject({ code: 'address-bounced 5.1.10' })
  expect(await suppressionOf(owner.company._id)).toEqual(['bounced'])
})

test('a bounce without a status is recorded and does not suppress the address', async () => {
  const owner = await bakery()
  const { tokens } = await sendingOf(service, owner, { emails: [ANN] })
  await report(tokens[ANN], bounce(''))
  const recorded = await deliveryOf(tokens[ANN] ?? '')
  expect(recorded).toMatchObject({ state: 'accepted', code: 'mail-bounced' })
  expect(recorded.bounced_at).not.toBeNull()
  expect(await suppressionOf(owner.company._id)).toEqual([])
})

test('a spam complaint unsubscribes the recipient and publishes the event for the spreadsheet', async () => {
  const owner = await bakery()
  const { tokens } = await sendingOf(service, owner, { emails: [ANN] })
  for (let times = 0; times < 2; times += 1) await report(tokens[ANN], complaint)
  expect((await deliveryOf(tokens[ANN] ?? '')).complained_at).not.toBeNull()
  expect(await suppressionOf(owner.company._id)).toEqual(['complained'])
  const published = await outboxOf(service.db as never, RecipientUnsubscribed)
  expect(published.filter(({ data }) => data.companyProfileId === owner.company._id)).toHaveLength(1)
})

test.each([
  ['failed', { action: 'failed', status: '5.1.1' }],
  ['failed', { action: 'failed', status: '5.7.1' }],
  ['accepted', { action: 'delayed', status: '4.4.1' }],
  ['accepted', { action: 'delivered', status: '2.0.0' }],
] as const)('an unknown outcome becomes %s after a report of %o', async (state, { action, status }) => {
  const owner = await bakery()
  const { dispatchId, tokens } = await sendingOf(service, owner, { emails: [ANN], deliveries: 'unknown' })
  await report(tokens[ANN], { kind: 'delivery', action, status })
  expect(await statesOf(service, dispatchId)).toEqual({ [ANN]: state })
})

test('reports after a dispatch is done are counted once in its counts', async () => {
  const owner = await bakery()
  const { dispatchId, tokens } = await sendingOf(service, owner, { emails: [ANN], dispatch: 'done' })
  const counts = { queued: 0, accepted: 1, failed: 0, suppressed: 0, unknown: 0, maybeTwice: 0, bounced: 0, complained: 0, unsubscribed: 0 }
  await service.db
    .updateTable('dispatch')
    .set({ counts: JSON.stringify(counts) })
    .where('id', '=', dispatchId)
    .execute()
  for (let times = 0; times < 2; times += 1) {
    await report(tokens[ANN], bounce('5.2.2'))
    await report(tokens[ANN], complaint)
    await service.app.inject({ method: 'POST', url: `/unsubscribe/${tokens[ANN]}` })
  }
  const kept = await service.db.selectFrom('dispatch').select('counts').where('id', '=', dispatchId).executeTakeFirst()
  expect(kept?.counts).toEqual({ ...counts, bounced: 1, complained: 1, unsubscribed: 1 })
})

test('only tokens of sent emails are known', async () => {
  const { tokens } = await sendingOf(service, await bakery(), { emails: [ANN] })
  const token = tokens[ANN] ?? ''
  const strangers = ['0', `${token}0`, 'x'.repeat(200)]
  for (const [given, isKnown] of [[token, true] as const, ...strangers.map((stranger) => [stranger, false] as const)]) {
    expect((await post(findCampaignMail, { token: given })).json(), given).toEqual({ isKnown })
    const { statusCode, body } = await post(reportCampaignMail, { token: given, report: complaint })
    expect([statusCode, JSON.parse(body).code], given).toEqual(isKnown ? [200, undefined] : [404, MAIL_UNKNOWN])
  }
  for (const malformed of ['', `${token}=`, 'x'.repeat(201)])
    expect((await post(findCampaignMail, { token: malformed })).statusCode, malformed).toBe(400)
})

test('a request without the key is refused and has no effect', async () => {
  const { tokens } = await sendingOf(service, await bakery(), { emails: [ANN] })
  const token = tokens[ANN] ?? ''
  for (const authorization of ['', `Key ${Buffer.alloc(32, 1).toString('base64')}`, `Bearer ${INTERNAL_MAIL_KEY}`])
    for (const response of [
      await post(findCampaignMail, { token }, authorization),
      await post(reportCampaignMail, { token, report: complaint }, authorization),
    ])
      expect([response.statusCode, response.json().code]).toEqual([403, 'wrong-key'])
  expect((await deliveryOf(token)).complained_at).toBeNull()
})
