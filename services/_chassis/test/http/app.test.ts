import { type App, createApp } from '@app/chassis/http/app.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import { currentContext } from '@app/chassis/logging/context.ts'
import { person, testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { signIn } from '@app/contracts/http/identity.ts'
import { launchTasks } from '@app/contracts/http/launch-tasks.ts'
import { skipOccurrence } from '@app/contracts/http/series.ts'
import * as Type from 'typebox'
import { afterEach, beforeEach, expect, it } from 'vitest'

let app: App
let lines: string[]
beforeEach(async () => {
  const recording = recordingLogger()
  lines = recording.lines
  app = await createApp({ log: recording.log, ...testTokens, checks: {} })
  app.get('/context', { access: 'public' } as object, async () => ({ ...currentContext() }))
  app.post('/refused', { access: 'public' } as object, async ({ log }) => {
    log.info('handled')
    throw new AppError('no', 'refused', 'No.')
  })
})

afterEach(() => app.close())

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const TRACE = `00-${TRACE_ID}-00f067aa0ba902b7-01`

it('the context contains the request id and the trace from the headers', async () => {
  const response = await app.inject({ url: '/context', headers: { 'x-request-id': 'r1', traceparent: TRACE } })
  expect(response.json()).toEqual({
    correlationId: 'r1',
    trace: { traceId: TRACE_ID, spanId: '00f067aa0ba902b7', isSampled: true },
    caller: '127.0.0.1',
  })
})

it('an invalid traceparent is ignored, and the request gets a new trace', async () => {
  const response = await app.inject({ url: '/context', headers: { traceparent: `${TRACE}-${'x'.repeat(5_000)}` } })
  expect(response.json().trace).toEqual({
    traceId: expect.stringMatching(/^[\da-f]{32}$/),
    spanId: expect.stringMatching(/^[\da-f]{16}$/),
    isSampled: false,
  })
})

it.each([
  ['rejected by its handler', '{}', ['handled', 'request refused', 'answered']],
  ['rejected while its body is read', '{', ['request refused', 'answered']],
])('every log line of a request that is %s contains the trace id, and so does the problem', async (_what, payload, messages) => {
  const headers = { traceparent: TRACE, 'content-type': 'application/json' }
  const response = await fetch(`${await app.listen({ port: 0 })}/refused`, { method: 'POST', headers, body: payload })
  expect(await response.json()).toMatchObject({ traceId: TRACE_ID })
  await expect.poll(() => lines.at(-1)).toContain('answered')
  const about = lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId)
  expect(about.map(({ msg, traceId }) => [msg, traceId])).toEqual(messages.map((msg) => [msg, TRACE_ID]))
})

it('the signed-in caller is the actor, on routes that require signing in', async () => {
  app.get('/signed-in', { access: 'signed-in' } as object, async () => ({ ...currentContext() }))
  const { id, headers } = person('admin')
  expect((await app.inject({ url: '/signed-in', headers })).json()).toMatchObject({ actor: { id, role: 'admin' } })
  expect((await app.inject({ url: '/context', headers })).json()).not.toHaveProperty('actor')
})

it('request durations are labeled with the pattern of the route, and streams are not measured', async () => {
  app.get('/things/:id', { access: 'public' } as object, async () => ({}))
  app.get('/stream', { access: 'public', stream: true } as object, async () => 'text')
  for (const path of ['/things/1', '/things/2', '/stream', '/readyz', '/nothing/1', '/nothing/2']) await app.inject(path)
  const { body } = await app.inject('/metrics')
  const counts = [...body.matchAll(/^http_request_duration_seconds_count\{(.*)\} (\d+)$/gm)].map(([, labels, count]) => [labels, count])
  expect(counts).toEqual([
    ['method="GET",route="/things/:id",status="200"', '2'],
    ['method="GET",route="none",status="404"', '2'],
  ])
})

it('registering a route without an access rule fails', async () => {
  await expect(async () => app.get('/open-by-mistake', async () => ({}))).rejects.toThrow('no access rule')
})

it('links with tokens are removed from the texts of a body, except from secrets', async () => {
  const body = Type.Object({
    notes: Type.Array(Type.Object({ text: Type.String() })),
    password: Type.String({ description: 'secret: never logged' }),
  })
  app.post('/notes', { access: 'public', schema: { body } } as object, async (request) => request.body)
  const password = 'NgnVjRtTQOGF7NlVT1M7vEWcS56gySLSRPjLOnIgbf8'
  const payload = { notes: [{ text: `See http://h/review/${password}` }], password }
  const response = await app.inject({ method: 'POST', url: '/notes', payload })
  expect(response.json()).toEqual({ notes: [{ text: 'See [link removed]' }], password })
})

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const posted = (payload: string, url = '/refused') =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } })

it.each([
  ['500,000 nested arrays', nested(500_000)],
  ['nested objects', '{"a":'.repeat(21)],
  ['nested arrays behind a text with a quotation mark', `["\\"",${nested(20)}]`],
])('%s are rejected without parsing', async (_what, payload) => {
  const response = await posted(payload)
  expect([response.statusCode, response.json().message]).toEqual([400, 'This JSON is nested more than 20 levels deep.'])
})

it.each([nested(20), JSON.stringify({ a: '\\"[{'.repeat(50) })])('JSON within the limit reaches the handler: %s', async (payload) => {
  expect((await posted(payload)).statusCode).toBe(422)
})

it('the size limit of a JSON body is that of the contract', async () => {
  app.route({ ...signIn, handler: () => ({ Token: 'a', message: 'b' }) })
  const body = (length: number) => JSON.stringify({ email: 'a@b.example', password: 'a'.repeat(length) })
  expect((await posted(body(1_000), signIn.url)).statusCode).toBe(200)
  expect((await posted(body(5_000), signIn.url)).statusCode).toBe(413)
})

it('an overlong array gets one error, however many of its items are invalid', async () => {
  app.route({ ...launchTasks, access: 'public', handler: () => ({ results: [] }) } as never)
  const response = await posted(JSON.stringify({ tasks: Array(10_000).fill({}) }), launchTasks.url)
  expect([response.statusCode, response.json().errors]).toEqual([400, [{ field: 'tasks', message: 'must NOT have more than 50 items' }]])
})

it('a date in a JSON body may have a time, which the handler does not get', async () => {
  const dates: string[] = []
  const handler = async (request: { body: unknown }): Promise<never> => {
    dates.push((request.body as { date: string }).date)
    throw new AppError('no', 'refused', 'No.')
  }
  app.route({ ...skipOccurrence, access: 'public', handler } as never)
  const url = skipOccurrence.url.replace(':seriesId', crypto.randomUUID())
  expect((await posted(JSON.stringify({ date: '2026-12-07T00:00:00.000Z' }), url)).statusCode).toBe(422)
  expect((await posted(JSON.stringify({ date: '2026-12-07', time: '00:00' }), url)).statusCode).toBe(400)
  expect(dates).toEqual(['2026-12-07'])
})
