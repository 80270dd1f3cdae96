import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import { sendThreeTimes } from '@app/chassis/testing/same-request.ts'
import { brand } from '@app/contracts/brand.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import { eventually } from './support/eventually.ts'
import { type Replica, startReplica } from './support/replica.ts'

const LIMIT = 3
let database: TestDatabase
let relay: TestRelay
let replica: Replica

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  relay = await startRelay()
  replica = await startReplica({ databaseUrl: database.url, smtpUrl: relay.url, contactsPerMinute: LIMIT })
})
afterAll(async () => {
  await replica.stop()
  await relay.close()
  await database.drop()
})
beforeEach(async () => {
  // Waits until the emails of the previous test are settled.
  await vi.waitFor(async () => expect(await unsettled()).toEqual([]), { timeout: 10_000 })
  await replica.db.deleteFrom('contact').execute()
  await replica.db.deleteFrom('rate_limits').execute()
  relay.mails.length = 0
})

const unsettled = () => replica.db.selectFrom('work').select('key').where('settled_at', 'is', null).execute()

const form = { first_name: ' Ann ', last_name: 'Lee', mail: 'ann@example.com', mobile: '803', message: 'Hello\nthere' }
const send = (payload: object, client = '203.0.113.1') =>
  replica.app.inject({ method: 'POST', url: '/contact', payload, headers: { 'x-forwarded-for': client } })

it('stores the form and emails it to support with the sender as Reply-To', async () => {
  const response = await send(form)
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ success: true, message: 'Your message was sent successfully!' })
  await eventually(() => relay.mails.length).toBe(1)
  const [mail] = relay.mails
  expect([mail?.to ?? []].flat()[0]?.value[0]?.address).toBe(brand.email)
  expect(mail?.replyTo?.value[0]?.address).toBe('ann@example.com')
  expect(mail?.subject).toBe('Contact form: Ann Lee')
  expect(mail?.text).toContain('> Hello\n> there')
  const stored = await replica.db.selectFrom('contact').selectAll().executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', mobile: '803', message: 'Hello\nthere' })
  expect(JSON.stringify(stored)).not.toContain('203.0.113.1')
})

it('stores and emails a form once when it is sent again with its idempotency key', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.77' }
  const { answers, replayed } = await sendThreeTimes(replica.app, { method: 'POST', url: '/contact', payload: form, headers })
  expect([answers, replayed]).toEqual([[expect.stringMatching(/^200 /)], 2])
  await eventually(() => relay.mails.length).toBe(1)
  expect(await replica.db.selectFrom('contact').select('id').execute()).toHaveLength(1)
})

it('accepts a form without mobile and message', async () => {
  expect((await send({ first_name: 'Ann', last_name: 'Lee', mail: 'ann@example.com' })).statusCode).toBe(200)
  await eventually(() => relay.mails.length).toBe(1)
})

describe('rejects', () => {
  it.each([
    [{ first_name: '  ' }, 'first_name', 'Please enter your first name'],
    [{ last_name: '' }, 'last_name', 'Please enter your last name'],
    [{ mail: 'ann' }, 'mail', 'Please enter a valid email address'],
    [{ mail: '' }, 'mail', 'Please enter a valid email address'],
    [{ mail: 'ann@example.com,bob@example.com' }, 'mail', 'Please enter a valid email address'],
    [{ mail: '"x"<ann@example.com>' }, 'mail', 'Please enter a valid email address'],
    [{ mail: 'ann@example.com\r\nBcc:bob@example.com' }, 'mail', 'Please enter a valid email address'],
  ])('%j', async (change, field, message) => {
    const response = await send({ ...form, ...change })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ message, errors: [{ field, message }] })
    expect(await replica.db.selectFrom('contact').select('id').execute()).toEqual([])
  })

  it('several invalid fields with an error for each', async () => {
    const response = await send({ first_name: '', last_name: '', mail: 'x' })
    expect(response.json().errors.map((error: { field: string }) => error.field)).toEqual(['first_name', 'last_name', 'mail'])
  })

  it('texts that are too long, and unknown or missing fields', async () => {
    for (const wrong of [
      { ...form, message: 'x'.repeat(5_001) },
      { ...form, message: 'a\u0000b' },
      { ...form, more: 1 },
      { first_name: 'Ann' },
    ])
      expect((await send(wrong)).statusCode).toBe(400)
  })
})

it('does not allow a field to inject an email header', async () => {
  await send({ ...form, first_name: 'Ann\r\nBcc: bob@example.com\r\n\r\ninjected' })
  await eventually(() => relay.mails.length).toBe(1)
  const [mail] = relay.mails
  expect(mail?.bcc).toBeUndefined()
  expect(mail?.subject).toBe('Contact form: Ann Bcc: bob@example.com injected Lee')
  expect([mail?.to ?? []].flat().flatMap((to) => to.value)).toHaveLength(1)
})

it('delivers an identical form once, also with concurrent requests', async () => {
  for (const { statusCode } of await Promise.all([send(form), send(form)])) expect(statusCode).toBe(200)
  expect((await send(form)).statusCode).toBe(200)
  expect((await send({ ...form, message: 'Something else' })).statusCode).toBe(200)
  expect((await send(form, '203.0.113.2')).statusCode).toBe(200)
  await eventually(() => relay.mails.length).toBe(3)
  expect(await replica.db.selectFrom('contact').select('id').execute()).toHaveLength(3)
})

it('applies the rate limit to each client exactly, also with concurrent requests', async () => {
  const messages = Array.from({ length: 10 }, (_, index) => ({ ...form, message: `Hello ${index}` }))
  const statuses = (await Promise.all(messages.map((message) => send(message, '203.0.113.9')))).map((response) => response.statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10 - LIMIT)
  const refused = await send(form, '203.0.113.9')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('60')
  expect((await send(form, '203.0.113.10')).statusCode).toBe(200)
})

it('does not extend the rate limit when the clock was set back by an hour', async () => {
  for (let n = 0; n < LIMIT; n++) await send({ ...form, message: `Hello ${n}` })
  expect((await send(form)).statusCode).toBe(429)
  // Moves the stored times one hour into the future, as if the clock had been set back.
  await sql`update rate_limits set used_until = used_until + interval '1 hour'`.execute(replica.db)
  await sql`update contact set created_at = created_at + interval '1 hour'`.execute(replica.db)
  for (let n = 0; n < LIMIT; n++) expect((await send({ ...form, message: `Hello ${n}` })).statusCode).toBe(200)
  expect(await replica.db.selectFrom('contact').select('id').execute()).toHaveLength(2 * LIMIT)
})
