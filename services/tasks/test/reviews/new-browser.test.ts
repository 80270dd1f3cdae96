import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { ReviewCodeRequested } from '@app/contracts/events/tasks.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NOON, read, setUp } from '../setup.ts'
import { type Reviewer, reviewer, reviewing } from './reviewing.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Reviewer
let link: ReturnType<typeof reviewing>
let now = NOON
beforeAll(async () => {
  service = await setUp({ now: () => now })
  link = reviewing(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  now = NOON
  owner = await reviewer(service)
  await service.app.inject({
    method: 'PUT',
    url: `/task/review-settings/${owner.company._id}`,
    payload: { reviewLinks: true, codeForNewBrowser: true },
    headers: owner.headers,
  })
})

const fresh = async (task: Task): Promise<Task> => (await read(service.app, owner, task._id)).json()
const codesSent = async (): Promise<string[]> =>
  (await outboxOf(service.db as never, ReviewCodeRequested))
    .filter(({ data }) => data.reviewLink.recipientId === owner.id)
    .map(({ data }) => service.deps.reviewKeys.codeOf('browser-code', data.codeId))
const cookieOf = (response: { headers: Record<string, unknown> }): string => String(response.headers['set-cookie'])
const other = (code: string): string => (code === '000000' ? '000001' : '000000')

test('a new browser needs the emailed code once, and then decides without a code', async () => {
  const [first, second] = [await link.linked(owner), await link.linked(owner)]
  const refused = await link.approve(first.token)
  expect(refused.json()).toMatchObject({ status: 403, code: 'code-required', message: expect.stringContaining('m…@harborpine.example') })
  expect(await fresh(first.task)).toEqual(first.task)
  const [code = ''] = await codesSent()
  const approved = await link.approve(first.token, { code })
  expect(approved.json()).toMatchObject({ state: 'decided' })
  expect(cookieOf(approved)).toMatch(/^__Host-review=\d+\.[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/)
  const [cookie = ''] = cookieOf(approved).split(';')
  expect((await link.approve(second.token, {}, { cookie: `a=b; ${cookie}` })).json()).toMatchObject({ state: 'decided' })
  expect(await codesSent()).toHaveLength(1)
})

test('a referral needs the code, too', async () => {
  const { token } = await link.linked(owner)
  expect((await link.referBack(token)).json()).toMatchObject({ status: 403, code: 'code-required' })
  const [code = ''] = await codesSent()
  expect((await link.referBack(token, { code })).json()).toMatchObject({ state: 'decided' })
})

test('the cookie is valid for its recipient and 180 days, and cannot be changed', async () => {
  const first = await link.linked(owner)
  await link.approve(first.token)
  const [code = ''] = await codesSent()
  const [cookie = ''] = cookieOf(await link.approve(first.token, { code })).split(';')
  const { token } = await link.linked(owner)
  const [expiry = '', digest = ''] = cookie.slice('__Host-review='.length).split('.')
  const forged = [
    `review=${expiry}.${digest}`,
    `__Host-review=${Number(expiry) + 1}.${digest}`,
    `__Host-review=${expiry}.x`,
    '__Host-review=',
  ]
  for (const one of forged) expect((await link.approve(token, {}, { cookie: one })).statusCode).toBe(403)
  now = new Date(NOON.getTime() + 180 * 86_400_000)
  await service.db.deleteFrom('rate_limits').execute()
  const last = await link.linked(owner, first.task)
  expect((await link.approve(last.token, { previewNo: 2 }, { cookie })).statusCode).toBe(403)
})

test('a code works once, for 15 minutes and five attempts', async () => {
  const { token } = await link.linked(owner)
  await link.approve(token)
  const [code = ''] = await codesSent()
  for (let attempt = 0; attempt < 5; attempt++)
    expect((await link.approve(token, { code: other(code) })).json()).toMatchObject({ status: 422, code: 'code-wrong' })
  expect((await link.approve(token, { code })).json()).toMatchObject({ status: 422, code: 'code-expired' })
  await link.approve(token)
  const second = (await codesSent()).at(-1) ?? ''
  expect(second).not.toBe(code)
  expect(await codesSent()).toHaveLength(2)
  await sql`update review_code set expires_at = now() where recipient_id = ${owner.id}`.execute(service.db)
  expect((await link.approve(token, { code: second })).json()).toMatchObject({ status: 422, code: 'code-expired' })
  await link.approve(token)
  const third = (await codesSent()).at(-1) ?? ''
  expect((await link.approve(token, { code: third })).statusCode).toBe(200)
  const { token: next } = await link.linked(owner)
  expect((await link.approve(next, { code: third })).json()).toMatchObject({ code: 'code-expired' })
})

test('a repeated request sends the same code, at most five times an hour, and then points to the emails that were sent', async () => {
  const { token } = await link.linked(owner)
  for (let mail = 0; mail < 5; mail++) expect((await link.approve(token)).statusCode).toBe(403)
  expect((await link.approve(token)).json()).toMatchObject({
    status: 403,
    code: 'code-required',
    message: expect.stringContaining('We already sent a code to m…@harborpine.example.'),
  })
  const codes = await codesSent()
  expect(codes).toHaveLength(5)
  expect(new Set(codes).size).toBe(1)
  expect((await link.approve(token, { code: codes[0] })).statusCode).toBe(200)
})

test('a stranger with the link cannot lock out the owner', { tags: 'nightly' }, async () => {
  const { token } = await link.linked(owner)
  const from = (ip: string, body: object = {}) => link.approve(token, body, { 'x-forwarded-for': ip })
  const stranger = '203.0.113.9'
  for (let mail = 0; mail < 20; mail++) await from(stranger)
  expect(await codesSent()).toHaveLength(5)
  const code = (await codesSent())[0] ?? ''
  for (let attempt = 0; attempt < 5; attempt++) await from(stranger, { code: other(code) })
  expect((await from(stranger, { code })).json()).toMatchObject({ status: 422, code: 'code-expired' })

  // The owner gets an email, and has attempts of their own.
  expect((await from('198.51.100.7')).json()).toMatchObject({ code: 'code-required' })
  expect((await from(stranger)).statusCode).toBe(429)
  expect((await from('198.51.100.7', { code: other(code) })).json()).toMatchObject({ code: 'code-wrong' })
  expect(await codesSent()).toEqual(Array(6).fill(code))
  expect((await from('198.51.100.7', { code })).statusCode).toBe(200)
})

test('clients that requested no code share five attempts, which the client that requested it keeps', async () => {
  const { token } = await link.linked(owner)
  const from = (ip: string, body: object = {}) => link.approve(token, body, { 'x-forwarded-for': ip })
  await from('198.51.100.7')
  const [code = ''] = await codesSent()
  for (let n = 0; n < 5; n++) expect((await from(`203.0.113.${n}`, { code: other(code) })).json()).toMatchObject({ code: 'code-wrong' })
  expect((await from('203.0.113.77', { code })).json()).toMatchObject({ code: 'code-expired' })
  expect((await from('198.51.100.7', { code })).statusCode).toBe(200)
})

test('all clients together get ten emails an hour, and the code in them stays valid for each client', async () => {
  const { token } = await link.linked(owner)
  const from = (ip: string, body: object = {}) => link.approve(token, body, { 'x-forwarded-for': ip })
  for (let n = 0; n < 12; n++) expect((await from(`203.0.113.${n}`)).statusCode).toBe(403)
  const codes = await codesSent()
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(1)
  expect((await from('203.0.113.11', { code: codes[0] })).statusCode).toBe(200)
})

test('requests for two previews at the same time send the same code', async () => {
  const links = [await link.linked(owner), await link.linked(owner)]
  const responses = await Promise.all(links.map(({ token }) => link.approve(token)))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([403, 403])
  expect(new Set(await codesSent()).size).toBe(1)
})
