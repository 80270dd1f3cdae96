import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@app/chassis/db/connect.ts'
import type { Message } from '@app/chassis/mail/message.ts'
import type { Verdict } from '@app/chassis/mail/verdict.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { startCompanyService } from '@app/chassis/testing/company-service.ts'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { RecipientUnsubscribed } from '@app/contracts/events/campaigns.ts'
import { type Kysely, sql } from 'kysely'
import { simpleParser } from 'mailparser'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import type { Tables } from '../src/db/tables.ts'
import { recordReport } from '../src/mail-reports/record-report.ts'
import { purge } from '../src/purge.ts'
import { admin, type Owner, type Service, setUp } from './setup.ts'

const LIMIT = 10

let service: Service
/** Two replicas. Each replica has its own connections to the database. */
let apps: Service['app'][]
let otherDb: Kysely<Tables>
let identity: Awaited<ReturnType<typeof startCompanyService>>
let owner: Owner
let email: string
let sent: Message[]
let verdict: Verdict
/** Runs while the mail relay processes the email. */
let atRelay: () => Promise<unknown>

beforeAll(async () => {
  identity = await startCompanyService()
  const send = async (message: Message) => {
    await atRelay()
    if (verdict.kind === 'accepted') sent.push(message)
    return verdict
  }
  service = await setUp({ identityUrl: identity.url, relay: { send } })
  otherDb = connect<Tables>({ url: service.url, schema: 'campaigns', max: 10, onIdleError: () => {} })
  apps = [service.app, await buildApp({ ...service.deps, db: otherDb, registry: new Registry() })]
})
afterAll(async () => {
  await apps[1]?.close()
  await otherDb.destroy()
  identity.stop()
  await service.stop()
})

const setIdentity = (change: object = {}) =>
  identity.answers(200, { _id: owner.id, email, username: 'mara', role: 'owner', emailVerified: true, ...change })

beforeEach(async () => {
  sent = []
  verdict = { kind: 'accepted' }
  atRelay = async () => {}
  owner = await ownerWithCompany(service.deps, { companyName: 'Bread & Butter' })
  email = `Mara.${randomBytes(6).toString('hex')}@Bakery.example`
  setIdentity()
})

interface Sending {
  by?: Owner
  app?: Service['app']
  key?: string
  subject?: string
  body?: string
}

async function send({ by = owner, app = service.app, key, subject = 'Fresh pies', body = 'Dear friend,\n\nwe bake.' }: Sending = {}) {
  const form = await multipart({ companyProfileId: by.company._id, subject, body }, {})
  const headers = { ...by.headers, ...form.headers, ...(key && { 'idempotency-key': key }) }
  return app.inject({ method: 'POST', url: '/campaign/test', payload: form.payload, headers })
}

const statuses = (replies: { statusCode: number }[]) => replies.map(({ statusCode }) => statusCode).sort()
const age = (minutes: number) =>
  sql`update test_mail set created_at = created_at - ${minutes} * interval '1 minute' where company_id = ${owner.company._id}`.execute(
    service.db,
  )
const linkIn = (message: Message | undefined): string =>
  /List-Unsubscribe: <https:\/\/portal\.example(\/[^>]*)>/.exec(message?.bytes.toString() ?? '')?.[1] ?? ''
const suppressions = () =>
  service.db.selectFrom('suppression').select(['email', 'reason']).where('company_id', '=', owner.company._id).execute()

describe('the limit', () => {
  test('allows ten of 30 concurrent requests to two replicas; the others get a Retry-After', { tags: 'nightly' }, async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, (_, n) => send({ app: apps[n % 2] })))
    expect(statuses(replies)).toEqual([...Array(LIMIT).fill(200), ...Array(20).fill(429)])
    expect(sent).toHaveLength(LIMIT)
    const refused = replies.find(({ statusCode }) => statusCode === 429)
    const wait = Number(refused?.headers['retry-after'])
    expect(wait).toBeGreaterThan(3_500)
    expect(wait).toBeLessThanOrEqual(3_600)
    expect(refused?.json()).toMatchObject({
      code: 'too-many-test-mails',
      message: 'You can send 10 test emails an hour. Please try again in 60 minutes.',
    })
  })

  test('applies to the last hour only', { tags: 'nightly' }, async () => {
    for (let n = 0; n < LIMIT; n++) await send()
    await age(59)
    expect((await send()).headers['retry-after']).toMatch(/^[1-5]?\d$|^60$/)
    await age(1)
    expect((await send()).statusCode).toBe(200)
  })

  test('applies to a recipient too, for all companies and spellings of the address', async () => {
    const other = await ownerWithCompany(service.deps)
    for (let n = 0; n < LIMIT; n++) await send()
    email = ` ${email.toUpperCase()}`.trim()
    setIdentity()
    expect((await send({ by: other })).statusCode).toBe(429)
    email = `new.${email}`
    setIdentity()
    expect([(await send({ by: other })).statusCode, (await send()).statusCode]).toEqual([200, 429])
    expect(sent).toHaveLength(LIMIT + 1)
  })

  test('does not count an attempt that the relay did not accept', async () => {
    verdict = { kind: 'away', reason: 'none' }
    expect(statuses(await Promise.all(Array.from({ length: 8 }, () => send())))).toEqual(Array(8).fill(503))
    verdict = { kind: 'accepted' }
    expect(statuses(await Promise.all(Array.from({ length: 12 }, () => send())))).toEqual([...Array(LIMIT).fill(200), 429, 429])
  })

  test('counts an attempt with an unknown outcome', async () => {
    verdict = { kind: 'unknown', reason: 'ETIMEDOUT' }
    for (let n = 0; n < LIMIT; n++) expect((await send()).json().code).toBe('outcome-unknown')
    expect((await send()).statusCode).toBe(429)
  })

  test('does not count rows written before the clock was set back', async () => {
    for (let n = 0; n < LIMIT; n++) await send()
    await age(-120)
    expect((await send()).statusCode).toBe(200)
  })
})

describe('a request repeated with its key', () => {
  test('sends and counts one email, even concurrently on another replica', { tags: 'nightly', timeout: 30_000 }, async () => {
    // A repeated request reads the state of the test email every 200 ms. The mail relay responds after the second read.
    atRelay = () => sleep(300)
    for (let n = 0; n < LIMIT; n++) {
      const key = crypto.randomUUID()
      const replies = await Promise.all([send({ key }), send({ key, app: apps[1] }), send({ key })])
      expect(new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
        new Set([`200 {"message":"Sent to ${email}"}`]),
      )
      expect((await send({ key })).statusCode).toBe(200)
    }
    expect(sent).toHaveLength(LIMIT)
    expect((await send()).statusCode).toBe(429)
  })

  test('is sent if the relay did not accept it before', async () => {
    const key = crypto.randomUUID()
    verdict = { kind: 'later', reason: '451', answer: { status: 451, enhanced: '', command: 'DATA' } }
    expect((await send({ key })).statusCode).toBe(503)
    verdict = { kind: 'accepted' }
    expect([(await send({ key })).statusCode, sent.length]).toEqual([200, 1])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['the relay did not respond', async () => (verdict = { kind: 'unknown', reason: 'ETIMEDOUT' })],
    ['the process died', async () => (atRelay = () => Promise.reject(new Error('killed')))],
  ])('is not sent again when %s', async (_what, arrange) => {
    const key = crypto.randomUUID()
    await arrange()
    expect((await send({ key })).statusCode).toBeGreaterThanOrEqual(500)
    verdict = { kind: 'accepted' }
    atRelay = async () => {}
    await age(1)
    const again = await send({ key })
    expect([again.statusCode, again.json().code, sent.length]).toEqual([503, 'outcome-unknown', 0])
  })

  test('by another owner or on another day is a new request', async () => {
    const key = crypto.randomUUID()
    await send({ key })
    const other = await ownerWithCompany(service.deps)
    expect((await send({ key, by: other })).statusCode).toBe(200)
    await age(25 * 60)
    await sql`update idempotency_key set created_at = created_at - interval '25 hours' where key = ${key}`.execute(service.db)
    expect((await send({ key })).statusCode).toBe(200)
    expect(sent).toHaveLength(3)
  })
})

describe('the subject', () => {
  const subjectOf = async (subject: string) => {
    expect((await send({ subject })).statusCode).toBe(200)
    const bytes = sent.at(-1)?.bytes as Buffer
    expect(bytes.toString('latin1')).toMatch(/^Subject: [\x20-\x7e]*(\r\n [\x20-\x7e]*)*\r\n/m)
    return (await simpleParser(bytes)).subject
  }

  test.each([
    ['Fresh pies', '[Test] Fresh pies'],
    ['Pâtés für Łukasz — 李小龍 🥧', '[Test] Pâtés für Łukasz — 李小龍 🥧'],
    ['é'.repeat(193), `[Test] ${'é'.repeat(193)}`],
    ['[Test] Fresh pies', '[Test] Fresh pies'],
    [' [test]  pies', '[test] pies'],
    ['{{First Name|Ada}} [Test]', '[Test] Ada [Test]'],
  ])('%j is sent as %j', async (subject, marked) => {
    expect(await subjectOf(subject)).toBe(marked)
  })

  test('has no prefix in a preview', async () => {
    const payload = { companyProfileId: owner.company._id, subject: 'Fresh pies', body: 'Come.' }
    const reply = await service.app.inject({ method: 'POST', url: '/campaign/preview', payload, headers: owner.headers })
    expect(reply.json().subject).toBe('Fresh pies')
  })
})

describe('a test email is rejected', () => {
  test('before the email address is confirmed', async () => {
    setIdentity({ emailVerified: false })
    const reply = await send()
    expect([reply.statusCode, reply.json().code, reply.json().message]).toEqual([
      403,
      'email-not-verified',
      'Confirm your email address first. We sent you a link.',
    ])
    expect(sent).toEqual([])
    expect(await service.db.selectFrom('test_mail').select('id').where('company_id', '=', owner.company._id).execute()).toEqual([])
  })

  test.each(['unsubscribed', 'complained', 'bounced', 'refused'] as const)('for an address that %s', async (reason) => {
    const row = { id: crypto.randomUUID(), company_id: owner.company._id, email: email.toLowerCase(), reason }
    await service.db.insertInto('suppression').values(row).execute()
    const reply = await send()
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'address-suppressed'])
    expect(reply.json().message).toMatch(/Remove it from the list, then send the test again\.$/)
    expect(sent).toEqual([])
    await service.app.inject({ method: 'DELETE', url: `/campaign/suppressions/${row.id}`, headers: owner.headers })
    expect((await send()).statusCode).toBe(200)
  })

  test.each(['all', 'company'] as const)('while sending is suspended for %s', async (scope) => {
    const target = scope === 'all' ? { scope } : { scope, id: owner.company._id }
    const payload = { ...target, reason: 'Too many complaints.' }
    await service.app.inject({ method: 'PUT', url: '/admin/campaign-suspension', payload, headers: admin.headers })
    const reply = await send()
    await service.app.inject({ method: 'POST', url: '/admin/campaign-suspension/release', payload: target, headers: admin.headers })
    expect([reply.statusCode, reply.json().message]).toEqual([409, 'We have suspended sending for now: Too many complaints.'])
    expect(sent).toEqual([])
    expect((await send()).statusCode).toBe(200)
  })

  test('except if another company is suspended or has suppressed the address', async () => {
    const other = await ownerWithCompany(service.deps)
    await service.db.insertInto('suspension').values({ scope: 'company', target: other.company._id, reason: 'Spam' }).execute()
    await service.db
      .insertInto('suppression')
      .values({ id: crypto.randomUUID(), company_id: other.company._id, email: email.toLowerCase(), reason: 'unsubscribed' })
      .execute()
    expect((await send()).statusCode).toBe(200)
  })
})

describe('the unsubscribe link of a test email', () => {
  const visit = (method: 'GET' | 'POST') => service.app.inject({ method, url: linkIn(sent[0]) })

  test('shows the page, and unsubscribes by POST, once', async () => {
    await send()
    const page = await visit('GET')
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.body).toContain('Bread &amp; Butter')
    expect(page.body).toContain('m•••@b•••.example')
    expect(await suppressions()).toEqual([])
    const replies = await Promise.all([visit('POST'), visit('POST'), visit('POST')])
    expect(statuses(replies)).toEqual([200, 200, 200])
    expect(replies[0]?.body).toContain('You are unsubscribed')
    expect(await suppressions()).toEqual([{ email: email.toLowerCase(), reason: 'unsubscribed' }])
    const published = (await outboxOf(service.db as never, RecipientUnsubscribed)).filter(({ data }) => data.email === email.toLowerCase())
    expect(published).toHaveLength(1)
    expect((await visit('GET')).body).toContain('You are unsubscribed')
    expect((await send()).statusCode).toBe(409)
  })

  test('works for two years, like links of campaigns', async () => {
    await send()
    const days = (count: number) => age(count * 24 * 60)
    await days(729)
    await purge(service.deps)
    expect((await visit('GET')).statusCode).toBe(200)
    await days(2)
    await purge(service.deps)
    expect((await visit('GET')).statusCode).toBe(404)
  })
})

describe('a report about a test email', () => {
  const token = () => /bounce\+(\w+)@/.exec(String(sent[0]?.envelope.from))?.[1] ?? ''

  test.each([
    ['a complaint', { kind: 'complaint' }, ['complained']],
    ['a bounce because of the address', { kind: 'delivery', action: 'failed', status: '5.1.1' }, ['bounced']],
    ['another bounce', { kind: 'delivery', action: 'failed', status: '4.2.2' }, []],
    ['a delay', { kind: 'delivery', action: 'delayed', status: '4.4.1' }, []],
  ] as const)('%s: the address is suppressed accordingly', async (_what, report, reasons) => {
    await send()
    await recordReport(service.db, token(), report)
    await recordReport(service.db, token(), report)
    expect((await suppressions()).map(({ reason }) => reason)).toEqual(reasons)
  })
})

test('opens and clicks of a test email are not counted', async () => {
  await send({ body: 'See https://pies.example/menu' })
  expect(sent[0]?.bytes.toString()).not.toContain('/mailing/')
})

test('the log line of a test email contains neither the address nor the link', async () => {
  service.lines.length = 0
  await send()
  const lines = service.lines.filter((line) => line.includes('a test email was sent'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(owner.company._id)
  const all = service.lines.join().toLowerCase()
  expect(all).not.toContain(email.toLowerCase())
  expect(all).not.toContain(linkIn(sent[0]).replace('/unsubscribe/', ''))
})
