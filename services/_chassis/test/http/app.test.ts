import { currentContext } from '@app/chassis/context.ts'
import { type App, createApp } from '@app/chassis/http/app.ts'
import { person, testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { beforeEach, expect, it } from 'vitest'

let app: App
beforeEach(async () => {
  app = await createApp({ log: recordingLogger().log, ...testTokens, checks: {} })
  app.get('/context', { access: 'public' } as object, async () => ({ ...currentContext() }))
})

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

it.each([
  ['the gateway names the request, a tracer the trace', TRACE, { correlationId: 'r1', traceparent: TRACE }],
  ['what only calls itself a trace is left out', `${TRACE}-${'x'.repeat(5_000)}`, { correlationId: 'r1' }],
])('%s', async (_what, traceparent, context) => {
  const answer = await app.inject({ url: '/context', headers: { 'x-request-id': 'r1', traceparent } })
  expect(answer.json()).toEqual(context)
})

it('whoever is signed in is the actor, on routes that ask for it', async () => {
  app.get('/signed-in', { access: 'signed-in' } as object, async () => ({ ...currentContext() }))
  const { id, headers } = person('admin')
  expect((await app.inject({ url: '/signed-in', headers })).json()).toMatchObject({ actor: { id, role: 'admin' } })
  expect((await app.inject({ url: '/context', headers })).json()).not.toHaveProperty('actor')
})

it('durations are told by the pattern of a route, whatever is asked for, and not of streams', async () => {
  app.get('/things/:id', { access: 'public' } as object, async () => ({}))
  app.get('/stream', { access: 'public', stream: true } as object, async () => 'text')
  for (const path of ['/things/1', '/things/2', '/stream', '/nothing/1', '/nothing/2']) await app.inject(path)
  const { body } = await app.inject('/metrics')
  const counts = [...body.matchAll(/^http_request_duration_seconds_count\{(.*)\} (\d+)$/gm)].map(([, labels, count]) => [labels, count])
  expect(counts).toEqual([
    ['method="GET",route="/things/:id",status="200"', '2'],
    ['method="GET",route="none",status="404"', '2'],
  ])
})

it('a route without an access rule does not register', async () => {
  await expect(async () => app.get('/open-by-mistake', async () => ({}))).rejects.toThrow('no access rule')
})
