import { createApp } from '@app/chassis/http/app.ts'
import { createIdempotencyKeyTable } from '@app/chassis/idempotency/keys.ts'
import idempotency from '@app/chassis/idempotency/plugin.ts'
import { on, startConsumers } from '@app/chassis/messaging/consumer.ts'
import type { EventEnvelope } from '@app/chassis/messaging/event.ts'
import { recordFailure } from '@app/chassis/messaging/failures.ts'
import { busTransport, createBus } from '@app/chassis/messaging/in-process.ts'
import { registerOperations } from '@app/chassis/operations/routes.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { operator, person, signTestToken, testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { sendThreeTimes } from '@app/chassis/testing/same-request.ts'
import { RecipientUnsubscribed } from '@app/contracts/events/campaigns.ts'
import type { AuditEntry, DeadLetter } from '@app/contracts/http/operations.ts'
import { type Kysely, sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrations, open, type Tables } from '../messaging/tested.ts'

const OPERATIONS = '/admin/operations/tasks'
const ann = operator()
const ben = operator()

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Kysely<Tables>
let app: Awaited<ReturnType<typeof createApp>>

beforeAll(async () => {
  database = await createTestDatabase('tasks', { ...migrations, '0003-idempotency-keys': { up: createIdempotencyKeyTable } })
  db = open(database.url, 'tasks')
  const { log } = recordingLogger()
  app = await createApp({ log, ...testTokens, checks: {} })
  await app.register(idempotency, { db })
  registerOperations(app, { service: 'tasks', db, log, parts: () => [] })
})
afterAll(async () => {
  await app.close()
  await db.destroy()
  await database.drop()
})
beforeEach(() => sql`delete from dead_letter`.execute(db))

const unsubscribed = (): EventEnvelope => ({
  specversion: '1.0',
  id: v7(),
  source: '/campaigns',
  type: RecipientUnsubscribed.type,
  subject: v7(),
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  correlationid: v7(),
  aggregateversion: 1,
  data: { companyProfileId: v7(), email: 'zoe@example.com' },
})

/** Adds a dead letter that was given up, or that waits `retryInMs` for a retry. */
async function letter({ event = unsubscribed(), retryInMs }: { event?: EventEnvelope; retryInMs?: number } = {}): Promise<string> {
  await recordFailure(db, { id: event.id, event, error: new Error('nothing to do it with') }, retryInMs)
  return event.id
}

const get = (path: string, { headers } = ann) => app.inject({ url: OPERATIONS + path, headers })
const post = (path: string, payload: object = {}, { headers } = ann) =>
  app.inject({ method: 'POST', url: OPERATIONS + path, payload, headers })
const letters = async () => (await get('/dead-letters')).json<DeadLetter[]>()
const acts = async () => (await get('/acts')).json<AuditEntry[]>()

test('only operators have access to the routes', async () => {
  const id = v7()
  const calls = [
    ['GET', '/dead-letters'],
    ['GET', `/dead-letters/${id}`],
    ['POST', `/dead-letters/${id}/replay`],
    ['POST', '/dead-letters/replay'],
    ['POST', `/dead-letters/${id}/drop`],
    ['GET', '/acts'],
  ] as const
  const expired = `Bearer ${signTestToken({ role: 'admin', operator: true, expiresIn: -1 })}`
  // The claim `operator` gives no access without the role `admin`.
  const marked = `Bearer ${signTestToken({ role: 'owner', operator: true })}`
  for (const [method, path] of calls) {
    const as = async (headers: Record<string, string>) =>
      (await app.inject({ method, url: OPERATIONS + path, headers, ...(method === 'POST' && { payload: {} }) })).statusCode
    expect([await as({}), await as({ authorization: expired }), await as({ authorization: marked })], path).toEqual([401, 401, 403])
    expect([await as(person('owner').headers), await as(person('admin').headers)], path).toEqual([403, 403])
    expect([401, 403]).not.toContain(await as(ann.headers))
  }
})

test('dead letters are listed in pages, newest failure first, including those that wait for a retry', async () => {
  const ids = []
  for (let at = 0; at < 5; at++) ids.unshift(await letter(at === 2 ? { retryInMs: 60_000 } : {}))
  const seen: DeadLetter[] = []
  for (let next: string | undefined = '/dead-letters?limit=2'; next; ) {
    const response = await get(next)
    seen.push(...response.json<DeadLetter[]>())
    next = /<[^>]*(\/dead-letters[^>]*)>/.exec(String(response.headers.link ?? ''))?.[1]
  }
  expect(seen.map(({ _id }) => _id)).toEqual(ids)
  expect(seen[0]).toEqual({
    _id: ids[0],
    type: RecipientUnsubscribed.type,
    error: 'Error: nothing to do it with',
    attempts: 1,
    failedAt: expect.stringMatching(/Z$/),
    retryAt: null,
  })
  expect(seen.map(({ retryAt }) => retryAt !== null)).toEqual([false, false, true, false, false])
  expect((await get('/dead-letters?cursor=nonsense')).statusCode).toBe(400)
})

test('a dead letter is shown without names and user texts', async () => {
  const event = unsubscribed()
  const shown = await get(`/dead-letters/${await letter({ event })}`)
  const { data, ...envelope } = event
  expect(shown.json().event).toEqual({ ...envelope, data: { ...(data as object), email: '[15 characters]' } })
  expect((await get(`/dead-letters/${v7()}`)).statusCode).toBe(404)

  await recordFailure(db, { id: v7(), event: { hello: 'Zoe Miller', count: 3 }, error: new Error('no event') }, undefined)
  const [broken] = await letters()
  expect(broken?.type).toBe('unknown')
  expect((await get(`/dead-letters/${broken?._id}`)).json().event).toEqual({ hello: '[10 characters]', count: 3 })
})

test('two concurrent replays of a dead letter have one effect and two audit entries', async () => {
  const id = await letter()
  const responses = await Promise.all([post(`/dead-letters/${id}/replay`, {}, ann), post(`/dead-letters/${id}/replay`, {}, ben)])
  expect(responses.map((response) => response.json().affected).sort()).toEqual([0, 1])
  expect((await letters())[0]?.retryAt).not.toBeNull()
  const [first, second] = (await acts()).filter(({ subject }) => subject.startsWith(id))
  expect([first, second].map((act) => act?.affected).sort()).toEqual([0, 1])
  expect([first, second].map((act) => act?.actor).sort()).toEqual([ann.id, ben.id].sort())
  expect([first, second].map((act) => act?.act)).toEqual(['replay', 'replay'])
})

test('all dead letters of a type are replayed together, and none of another type', async () => {
  const other = { ...unsubscribed(), type: 'campaigns.unheard-of.v1' }
  await letter()
  await letter()
  await letter({ event: other })
  const response = await post('/dead-letters/replay', { type: RecipientUnsubscribed.type })
  expect(response.json()).toEqual({ message: '2 events are being retried', affected: 2 })
  expect((await letters()).filter(({ retryAt }) => retryAt === null).map(({ _id }) => _id)).toEqual([other.id])
  expect((await post('/dead-letters/replay', { type: RecipientUnsubscribed.type })).json()).toMatchObject({ affected: 0 })
})

test('a dead letter is dropped once, with a recorded reason, whether it was given up or waits', async () => {
  const [id, waiting] = [await letter(), await letter({ retryInMs: 60_000 })]
  expect((await post(`/dead-letters/${id}/drop`, { reason: '  ' })).statusCode).toBe(422)
  expect((await post(`/dead-letters/${id}/drop`)).statusCode).toBe(400)
  expect((await post(`/dead-letters/${id}/drop`, { reason: 'sent by mistake' })).json()).toEqual({ message: 'Dropped', affected: 1 })
  expect((await post(`/dead-letters/${id}/drop`, { reason: 'again' })).json().affected).toBe(0)
  expect((await post(`/dead-letters/${waiting}/drop`, { reason: 'no use' })).json().affected).toBe(1)
  expect(await letters()).toEqual([])
  const dropped = (await acts()).find(({ subject, affected }) => subject.startsWith(id) && affected === 1)
  expect(dropped).toMatchObject({ act: 'drop', actor: ann.id, reason: 'sent by mistake', subject: `${id} ${RecipientUnsubscribed.type}` })
})

test('an action that is sent again with its key has one effect and one audit entry', async () => {
  const before = (await acts()).length
  const requests = [
    { url: `/dead-letters/${await letter()}/replay` },
    { url: `/dead-letters/${await letter()}/drop`, payload: { reason: 'no use' } },
  ]
  for (const request of requests) {
    const { answers, replayed } = await sendThreeTimes(app, {
      method: 'POST',
      headers: ann.headers,
      ...request,
      url: OPERATIONS + request.url,
    })
    expect(answers).toEqual([expect.stringMatching(/^200 /)])
    expect(replayed).toBe(2)
  }
  expect(await acts()).toHaveLength(before + requests.length)
})

test('audit entries cannot be changed or deleted, not even by the service', async () => {
  await post(`/dead-letters/${await letter()}/replay`)
  await post(`/dead-letters/${await letter()}/replay`)
  for (const statement of [sql`update audit_entry set reason = 'none'`, sql`delete from audit_entry`]) {
    await expect(statement.execute(db)).rejects.toThrow('rows of the audit trail can be neither changed nor deleted')
  }
  const page = await get('/acts?limit=1')
  expect(page.json()).toHaveLength(1)
  expect(page.headers.link).toContain('rel="next"')
})

test('an event that fails again after a replay returns with its error', { tags: 'nightly' }, async () => {
  const { log } = recordingLogger()
  const transport = busTransport(createBus())
  const consumers = await startConsumers<Tables>({
    service: 'tasks',
    db,
    transport,
    log,
    retryDelaysMs: [],
    subscriptions: [on(RecipientUnsubscribed, () => Promise.reject(new Error('still poison')))],
  })
  try {
    const id = await letter()
    await post(`/dead-letters/${id}/replay`)
    await expect
      .poll(async () => (await letters())[0], { timeout: 15_000 })
      .toMatchObject({ _id: id, retryAt: null, attempts: 2, error: 'Error: still poison' })
  } finally {
    await consumers.stop()
  }
})
