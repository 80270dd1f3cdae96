import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { RecipientUnsubscribed } from '@app/contracts/events/campaigns.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finishDispatch } from '../src/dispatches/finish-dispatch.ts'
import { sendingOf, statesOf } from './sendings.ts'
import { type Service, setUp } from './setup.ts'

let service: Service
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

const ANN = 'ann@bakery.example'
const BOB = 'bob@bakery.example'

const bakery = () => ownerWithCompany(service.deps, { companyName: 'Bread & <Butter>' })

const get = (token: string, method: 'GET' | 'HEAD' = 'GET') => service.app.inject({ method, url: `/unsubscribe/${token}` })
const post = (token: string, rest: object = {}) => service.app.inject({ method: 'POST', url: `/unsubscribe/${token}`, ...rest })

const suppressed = (companyId: string) =>
  service.db.selectFrom('suppression').select(['email', 'reason']).where('company_id', '=', companyId).orderBy('id').execute()

const unsubscribedEmails = async (companyId: string) =>
  (await outboxOf(service.db as never, RecipientUnsubscribed)).flatMap(({ data }) =>
    data.companyProfileId === companyId ? [data.email] : [],
  )

test('the page shows the company and a masked address, and 100 GET and HEAD requests change nothing', async () => {
  const { company, ...owner } = await bakery()
  const { dispatchId, tokens } = await sendingOf(service, { ...owner, company }, { emails: [ANN, BOB], deliveries: 'queued' })
  const token = tokens[ANN] ?? ''
  const looks = await Promise.all(Array.from({ length: 100 }, (_, n) => get(token, n % 2 ? 'HEAD' : 'GET')))
  expect(new Set(looks.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const [page] = looks
  expect(page?.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  expect(page?.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(page?.body).toContain('Bread &amp; &lt;Butter&gt;')
  expect(page?.body).toContain('a•••@b•••.example')
  expect(page?.body).toContain('<form method="post"><button>Unsubscribe</button></form>')
  for (const secret of [ANN, 'bakery.example', token, '<script', 'http']) expect(page?.body).not.toContain(secret)
  expect(await statesOf(service, dispatchId)).toEqual({ [ANN]: 'queued', [BOB]: 'queued' })
  expect([await suppressed(company._id), await unsubscribedEmails(company._id)]).toEqual([[], []])
})

test.each([
  [
    'a one-click request of a mailbox provider',
    { payload: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  ],
  ['a malformed multipart form', { payload: '--x\r\nbroken', headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
  ['malformed JSON', { payload: '{"', headers: { 'content-type': 'application/json' } }],
  ['a body without a content type', { payload: Buffer.from('?') }],
  ['an empty request', {}],
])('%s unsubscribes by one POST, without cookie or redirect', async (_who, rest) => {
  const owner = await bakery()
  const { tokens } = await sendingOf(service, owner, { emails: [ANN] })
  const response = await post(tokens[ANN] ?? '', rest)
  expect([response.statusCode, response.headers['set-cookie'], response.headers.location]).toEqual([200, undefined, undefined])
  expect(response.body).toContain('You are unsubscribed')
  expect(await suppressed(owner.company._id)).toEqual([{ email: ANN, reason: 'unsubscribed' }])
})

test('unsent emails to the address in open dispatches of the company are suppressed, and one event is published for several requests', async () => {
  const owner = await bakery()
  const other = await ownerWithCompany(service.deps)
  const emails = [ANN, BOB]
  const first = await sendingOf(service, owner, { emails })
  const running = await sendingOf(service, owner, { emails, deliveries: 'queued' })
  const paused = await sendingOf(service, owner, { emails, deliveries: 'queued', dispatch: 'paused' })
  const unsure = await sendingOf(service, owner, { emails, deliveries: 'unknown' })
  const others = await sendingOf(service, other, { emails, deliveries: 'queued' })
  const token = first.tokens[ANN] ?? ''
  const responses = await Promise.all(Array.from({ length: 5 }, () => post(token)))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])

  expect(await statesOf(service, first.dispatchId)).toEqual({ [ANN]: 'accepted', [BOB]: 'accepted' })
  expect(await statesOf(service, running.dispatchId)).toEqual({ [ANN]: 'suppressed', [BOB]: 'queued' })
  expect(await statesOf(service, paused.dispatchId)).toEqual({ [ANN]: 'suppressed', [BOB]: 'queued' })
  expect(await statesOf(service, unsure.dispatchId)).toEqual({ [ANN]: 'suppressed', [BOB]: 'unknown' })
  expect(await statesOf(service, others.dispatchId)).toEqual({ [ANN]: 'queued', [BOB]: 'queued' })
  expect(await unsubscribedEmails(owner.company._id)).toEqual([ANN])
  const { unsubscribed_at } = await service.db
    .selectFrom('delivery')
    .select('unsubscribed_at')
    .where('token', '=', token)
    .executeTakeFirstOrThrow()
  expect(unsubscribed_at).not.toBeNull()

  const page = await get(token)
  expect(page.body).toContain('You are unsubscribed')
  expect(page.body).not.toContain('<form')
})

test('unsubscribing sets an unknown outcome of the email to accepted', async () => {
  const owner = await bakery()
  const { dispatchId, tokens } = await sendingOf(service, owner, { emails: [ANN], deliveries: 'unknown' })
  await post(tokens[ANN] ?? '')
  expect(await statesOf(service, dispatchId)).toEqual({ [ANN]: 'accepted' })
})

test('requests with unknown tokens are limited for each client; requests with known tokens are not', { tags: 'nightly' }, async () => {
  const owner = await bakery()
  const emails = Array.from({ length: 60 }, (_, n) => `p${n}@bakery.example`)
  const { tokens } = await sendingOf(service, owner, { emails })
  const remoteAddress = '203.0.113.7'
  const guess = (method: 'GET' | 'POST', from = remoteAddress) =>
    service.app.inject({ method, url: `/unsubscribe/${crypto.randomUUID()}`, remoteAddress: from })
  const guesses = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(n % 2 ? 'GET' : 'POST')))
  const limited = guesses.filter(({ statusCode }) => statusCode === 429)
  expect(guesses.filter(({ statusCode }) => statusCode === 404)).toHaveLength(30)
  expect(limited).toHaveLength(10)
  expect(Number(limited[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await guess('GET', '203.0.113.8')).statusCode).toBe(404)
  for (const token of Object.values(tokens)) expect((await post(token, { remoteAddress })).statusCode).toBe(200)
  expect(await suppressed(owner.company._id)).toHaveLength(60)
})

test('all unknown tokens get the same page', async () => {
  const pages = await Promise.all([get('x'), get('%00'), get("'%20or%201=1"), get('0'.repeat(200)), post('x'), post('%F0%9F%8D%9E')])
  expect(new Set(pages.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect(pages[0]?.statusCode).toBe(404)
  expect(pages[0]?.body).toContain('This link doesn’t work')
})

test('many recipients unsubscribe while their dispatch finishes: each is counted', { tags: 'nightly' }, async () => {
  const owner = await bakery()
  const emails = Array.from({ length: 60 }, (_, n) => `p${n}@many.example`)
  const { dispatchId, tokens } = await sendingOf(service, owner, { emails })
  const leave = (some: readonly string[]) => some.map((email) => post(tokens[email] ?? ''))
  const finished = () => inTransaction(service.db, (trx) => finishDispatch(trx, dispatchId))
  const [isDone, ...responses] = await Promise.all([finished(), ...leave(emails)])
  expect(isDone).toBe(true)
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(emails.map(() => 200))
  const { counts } = await service.db.selectFrom('dispatch').select('counts').where('id', '=', dispatchId).executeTakeFirstOrThrow()
  expect(counts).toMatchObject({ accepted: 60, unsubscribed: 60 })
  expect(await suppressed(owner.company._id)).toHaveLength(60)
})
