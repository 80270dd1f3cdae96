import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import type { AudiencePerson } from '@app/contracts/http/audience.ts'
import type { Recipient } from '@app/contracts/http/dispatches.ts'
import { expect, test } from 'vitest'
import { people } from './audiences.ts'
import { admin, createdCampaign } from './setup.ts'
import { setUpStage } from './stage.ts'

const { stage, begin, settle, finish, detail } = setUpStage()

type Who = { headers: Record<string, string> }

const list = (dispatchId: string, query = '', { headers }: Who = stage.owner) =>
  stage.service.app.inject({ url: `/campaign/dispatches/${dispatchId}/people${query}`, headers })

const csv = (dispatchId: string, { headers }: Who = stage.owner) =>
  stage.service.app.inject({ url: `/campaign/dispatches/${dispatchId}/people.csv`, headers })

const resolve = (dispatchId: string, personId: string, as: string, { headers }: Who = stage.owner) =>
  stage.service.app.inject({
    method: 'POST',
    url: `/campaign/dispatches/${dispatchId}/people/${personId}/resolve`,
    payload: { as },
    headers,
  })

const begun = async (audience?: AudiencePerson[]) => {
  const campaign = await createdCampaign(stage.service, stage.owner)
  return { campaign, dispatchId: await begin(campaign, audience) }
}

const emailsOf = (response: { json(): Recipient[] }): string[] => response.json().map(({ email }) => email)

test('owner and admins get the recipients in their order, by page, with reasons', async () => {
  const { dispatchId } = await begun(people(5))
  await settle(dispatchId, 'accepted', { position: 1 })
  await settle(dispatchId, 'failed', { position: 2, code: 'address-refused 550 5.1.1' })
  const whole = await list(dispatchId)
  expect(emailsOf(whole)).toEqual(people(5).map(({ email }) => email))
  expect(whole.json()[1]).toEqual({
    _id: expect.any(String),
    email: 'p1@a.example',
    name: 'Ann 1 Lee',
    state: 'failed',
    code: 'address-refused 550 5.1.1',
    reason: 'This email address does not exist.',
    maybeTwice: false,
    attempts: 0,
    settledAt: null,
    bouncedAt: null,
    complainedAt: null,
    unsubscribedAt: null,
  })
  expect(emailsOf(await list(dispatchId, '', admin))).toEqual(emailsOf(whole))
  const page = await list(dispatchId, '?limit=3')
  const [, next = ''] = /^<(.*)>; rel="next"$/.exec(String(page.headers.link)) ?? []
  const rest = await stage.service.app.inject({ url: next, headers: stage.owner.headers })
  expect([...emailsOf(page), ...emailsOf(rest)]).toEqual(emailsOf(whole))
  expect((await list(dispatchId, `?cursor=${Buffer.from('[2147483648]').toString('base64url')}`)).statusCode).toBe(400)
})

test('recipients can be filtered by part of the address, by state and by feedback', async () => {
  const { dispatchId } = await begun(people(12))
  const mails = stage.service.db.updateTable('delivery').where('dispatch_id', '=', dispatchId)
  await mails.set({ state: 'sending' }).where('position', '=', 1).execute()
  await mails.set({ state: 'unknown', may_be_duplicate: true }).where('position', '=', 2).execute()
  await mails.set({ state: 'accepted', bounced_at: '2026-11-23T15:00:00Z' }).where('position', '=', 3).execute()
  await mails
    .set({ state: 'accepted', complained_at: '2026-11-23T15:00:00Z', unsubscribed_at: '2026-11-23T15:00:00Z' })
    .where('position', '=', 4)
    .execute()
  for (const [query, found] of [
    ['?search=P1', ['p1@a.example', 'p10@a.example', 'p11@a.example']],
    ['?search=%25', []],
    ['?only=unknown', ['p1@a.example']],
    ['?only=maybe-twice', ['p1@a.example']],
    ['?only=accepted', ['p2@a.example', 'p3@a.example']],
    ['?only=bounced', ['p2@a.example']],
    ['?only=complained', ['p3@a.example']],
    ['?only=unsubscribed', ['p3@a.example']],
    ['?only=suppressed', []],
    ['?only=queued&search=p0', ['p0@a.example']],
  ] as const)
    expect(emailsOf(await list(dispatchId, query)), query).toEqual(found)
  expect((await list(dispatchId, '?only=read')).statusCode).toBe(400)
})

test('the CSV file contains all recipients and no formulas', async () => {
  const audience = [{ email: 'a@a.example', merge: { 'First Name': '=1+1', 'Last Name': 'says "hi", twice' } }, ...people(1_500)]
  const { dispatchId } = await begun(audience)
  const response = await csv(dispatchId)
  expect(response.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' })
  expect(response.headers['content-disposition']).toContain('recipients.csv')
  const lines = response.body.split('\r\n')
  expect(lines[0]).toBe('\uFEFFEmail,Name,State,Reason,Code,Possible duplicate,Settled,Bounced,Complained,Unsubscribed')
  expect(lines[1]).toBe(`a@a.example,"'=1+1 says ""hi"", twice",queued,,,,,,,`)
  expect(lines.slice(2, -1).map((line) => line.split(',')[0])).toEqual(people(1_500).map(({ email }) => email))
})

test('the owner sets an unknown outcome to delivered, or sends the email again', async () => {
  const { campaign, dispatchId } = await begun(people(3))
  await settle(dispatchId, 'accepted')
  const mails = stage.service.db.updateTable('delivery').where('dispatch_id', '=', dispatchId)
  await mails.set({ state: 'failed', code: 'unknown' }).where('position', '<=', 2).execute()
  await finish(dispatchId)
  const [one, two, three] = (await list(dispatchId)).json() as [Recipient, Recipient, Recipient]
  expect(one.reason).toBe('We sent this email but don’t know whether it arrived.')

  const delivered = await resolve(dispatchId, one._id, 'delivered')
  expect([delivered.statusCode, delivered.json().state, delivered.json().reason]).toEqual([
    200,
    'accepted',
    'You marked this email as delivered.',
  ])
  expect((await detail(campaign)).dispatches[0]).toMatchObject({ state: 'done', counts: { accepted: 2, failed: 1 } })
  const again = await resolve(dispatchId, two._id, 'send-again')
  expect([again.statusCode, again.json().state, again.json().maybeTwice]).toEqual([200, 'queued', true])
  expect((await detail(campaign)).dispatches[0]).toMatchObject({ state: 'sending', counts: { accepted: 2, queued: 1 } })
  const known = await resolve(dispatchId, three._id, 'delivered')
  expect([known.statusCode, known.json().message]).toEqual([409, 'We now know what happened to this email. Reload the page to see it.'])
  expect((await resolve(dispatchId, crypto.randomUUID(), 'delivered')).statusCode).toBe(404)
})

test('recipients of another owner get a 404', async () => {
  const { dispatchId } = await begun()
  const [{ _id: personId }] = (await list(dispatchId)).json() as [Recipient]
  const stranger = await ownerWithCompany(stage.service.deps)
  for (const response of [
    await list(dispatchId, '', stranger),
    await csv(dispatchId, stranger),
    await resolve(dispatchId, personId, 'delivered', stranger),
    await list(crypto.randomUUID()),
  ])
    expect([response.statusCode, response.json().message]).toEqual([404, 'Email not found'])
})
