import { readFile } from 'node:fs/promises'
import { request as httpRequest, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { operator, person, signTestToken } from '@app/chassis/testing/people.ts'
import type { Access } from '@app/contracts/define.ts'
import { allRoutes } from '@app/contracts/surface.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type GatewayUnderTest, sayHello, startGatewayUnderTest } from './gateway-under-test.ts'

let gateway: GatewayUnderTest
const owner = person('owner')
const admin = person('admin')
const callers: Partial<Record<Access, { headers: Record<string, string> }>> = { admin, operator: operator() }

beforeAll(async () => {
  gateway = await startGatewayUnderTest({ ANSWER_TIMEOUT_MS: '1500' })
})
afterAll(() => gateway.stop())
afterEach(() => {
  gateway.received.length = 0
  for (const upstream of Object.values(gateway.upstreams)) upstream.answer = sayHello
})

const ask = (path: string, init: RequestInit = {}) => fetch(gateway.url + path, init)

const example = (url: string): string => url.replace(':code', 'AB2CD').replace(/:\w+/g, '0190a0a0-0000-7000-8000-000000000001')

test('each public route of the contracts reaches its service with its query, with and without /api', async () => {
  for (const route of allRoutes.filter(({ internal }) => !internal)) {
    const path = example(route.url)
    for (const prefix of ['', '/api']) {
      gateway.received.length = 0
      const caller = callers[route.access] ?? owner
      const answer = await ask(`${prefix}${path}?a=1&b=%2F`, { method: route.method, headers: caller.headers })
      expect(answer.status, `${route.method} ${prefix}${path}`).toBe(200)
      expect(gateway.received).toMatchObject([{ service: route.service, method: route.method, url: `${path}?a=1&b=%2F` }])
      await answer.body?.cancel()
    }
  }
})

test('nothing else reaches a service: unknown paths, other methods, internal routes, health checks and metrics', async () => {
  const attempts: [string, string][] = [
    ['GET', '/internal/revocations'],
    ['GET', '/api/internal/revocations'],
    ['GET', '/.well-known/jwks.json'],
    ['GET', '/metrics'],
    ['GET', '/api/metrics'],
    ['GET', '/api/healthz'],
    ['GET', '/api/api/me'],
    ['GET', '/api/task/tasks/x/../../../internal/revocations'],
    ['GET', '/task/%2e%2e%2finternal%2frevocations'],
    ['POST', '/me'],
    ['DELETE', '/user'],
    ['PATCH', '/auth'],
    ['GET', '/task'],
    ['POST', '/reset-password/%zz'],
    ['GET', '/nothing'],
    ['POST', '/nothing'],
  ]
  for (const [method, path] of attempts) {
    const answer = await rawRequest(method, path, owner.headers)
    expect([400, 404], `${method} ${path}`).toContain(answer.status)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  }
  expect(gateway.received).toEqual([])
})

test('the gateway itself answers /healthz, with the version in the root package.json', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  const health = await ask('/healthz')
  expect(health.status).toBe(200)
  expect(await health.json()).toEqual({ status: 'ok', version })
  expect(gateway.received).toEqual([])
})

test('tokens are checked against the access of each contract, before the request is forwarded', async () => {
  const status = async (path: string, headers: Record<string, string> = {}) => (await ask(path, { headers })).status
  expect(await status('/me')).toBe(401)
  expect(await status('/me', { authorization: 'Bearer nonsense' })).toBe(401)
  expect(await status('/me', { authorization: `Bearer ${signTestToken({ expiresIn: -10 })}` })).toBe(401)
  expect(await status('/admin/all-companies', owner.headers)).toBe(403)
  expect(await status('/company/get-company-profile', admin.headers)).toBe(403)
  for (const { headers } of [owner, admin]) expect(await status('/admin/operations/tasks/dead-letters', headers)).toBe(403)
  expect(gateway.received).toEqual([])
  expect(await status('/me', owner.headers)).toBe(200)
  expect(await status('/admin/all-companies', admin.headers)).toBe(200)
  expect(gateway.received).toHaveLength(2)
})

test('a service gets no forged headers about the caller', async () => {
  const lies = {
    'x-forwarded-for': '6.6.6.6',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-user': 'root',
    'x-real-ip': '6.6.6.6',
    forwarded: 'for=6.6.6.6',
    'x-internal-user': 'root',
    'x-request-id': 'not a uuid',
    'x-harmless': 'kept',
  }
  const answer = await ask('/me', { headers: { ...owner.headers, ...lies } })
  const { headers } = gateway.received[0] ?? {}
  expect(headers).toMatchObject({
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': new URL(gateway.url).host,
    'x-harmless': 'kept',
    authorization: owner.headers.authorization,
  })
  expect(JSON.stringify(headers)).not.toMatch(/6\.6\.6\.6|evil|root/)
  expect(headers?.['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.headers.get('x-request-id')).toBe(headers?.['x-request-id'])
})

test('a request id that is a UUID is kept, and each response has one', async () => {
  const id = crypto.randomUUID()
  expect((await ask('/me', { headers: { ...owner.headers, 'x-request-id': id } })).headers.get('x-request-id')).toBe(id)
  expect(gateway.received[0]?.headers['x-request-id']).toBe(id)
  for (const path of ['/login', '/nothing', '/openapi.json', '/healthz', '/me'])
    expect((await ask(path)).headers.get('x-request-id'), path).toMatch(/^[0-9a-f-]{36}$/)
})

test('a caller’s trace is continued, but its sampling flag is ignored; other requests get a new trace', async () => {
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  await ask('/me', { headers: { ...owner.headers, traceparent: `00-${traceId}-${spanId}-01`, tracestate: 'a=b' } })
  expect(gateway.received[0]?.headers).toMatchObject({ traceparent: `00-${traceId}-${spanId}-00` })
  expect(gateway.received[0]?.headers).not.toHaveProperty('tracestate')
  await ask('/me', { headers: { ...owner.headers, traceparent: 'not a trace' } })
  expect(gateway.received[1]?.headers.traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/)
})

test('responses with personal data, and errors, are not cached unless the service allows it', async () => {
  const attempts: [string, RequestInit][] = [
    ['/me', { headers: owner.headers }],
    ['/api/me', {}],
    ['/admin/all-companies', { headers: owner.headers }],
    ['/auth', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }],
    ['/api/nothing', {}],
  ]
  for (const [path, init] of attempts) {
    const answer = await ask(path, init)
    expect(answer.headers.get('cache-control'), `${path} ${answer.status}`).toBe('no-store')
  }
  gateway.upstreams.identity.answer = (_request, response) => response.writeHead(200, { 'cache-control': 'private, max-age=5' }).end('{}')
  expect((await ask('/me', { headers: owner.headers })).headers.get('cache-control')).toBe('private, max-age=5')
})

test("a service's response is forwarded unchanged: status, headers, problem", async () => {
  gateway.upstreams.tasks.answer = (_request, response) => {
    response.writeHead(409, { 'content-type': 'application/problem+json; charset=utf-8', link: '</x>; rel="next"', 'retry-after': '7' })
    response.end(JSON.stringify({ status: 409, message: 'No.' }))
  }
  const answer = await ask('/task/12', { headers: owner.headers })
  expect(answer.status).toBe(409)
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(answer.headers.get('link')).toBe('</x>; rel="next"')
  expect(answer.headers.get('retry-after')).toBe('7')
  expect(await answer.json()).toEqual({ status: 409, message: 'No.' })
})

test('a short response that is cut off is not forwarded: a GET is retried, and a change fails with outcome-unknown', async () => {
  let tries = 0
  const breakOff = (response: ServerResponse) => {
    tries += 1
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 }).write('{"half":', () => response.destroy())
  }
  gateway.upstreams.tasks.answer = (request, response) => (tries === 0 ? breakOff(response) : sayHello(request, response))
  const fetched = await ask('/task/12', { headers: owner.headers })
  expect([fetched.status, await fetched.json(), tries]).toEqual([200, { hello: '/task/12' }, 1])
  gateway.upstreams.tasks.answer = (_request, response) => breakOff(response)
  const changed = await ask('/task/update-task/12', {
    method: 'PUT',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: '{}',
  })
  expect([changed.status, tries]).toEqual([503, 2])
  expect(await changed.json()).toMatchObject({ code: 'outcome-unknown' })
})

test('hop-by-hop headers, and headers named in Connection, are not forwarded', async () => {
  await rawRequest('GET', '/me', { ...owner.headers, connection: 'keep-alive, X-Mine', 'x-mine': 'for the gateway', 'x-other': 'kept' })
  expect(gateway.received[0]?.headers).toMatchObject({ 'x-other': 'kept' })
  expect(gateway.received[0]?.headers).not.toHaveProperty('x-mine')
})

test('a compressed response and a 304 of a service are forwarded unchanged', async () => {
  const zipped = gzipSync(JSON.stringify('x'.repeat(20_000)), { level: 1 })
  const cacheHeaders = { etag: 'W/"a.1"', 'as-of': '2026-11-22T17:00:00.000Z', 'cache-control': 'private, no-cache' }
  gateway.upstreams['crm-proxy'].answer = ({ headers }, response) => {
    if (headers['if-none-match'] === cacheHeaders.etag) return response.writeHead(304, cacheHeaders).end()
    response.writeHead(200, { ...cacheHeaders, 'content-type': 'application/json; charset=utf-8', 'content-encoding': 'gzip' }).end(zipped)
  }
  const whole = await rawRequest('GET', '/crm/customers', { ...owner.headers, 'accept-encoding': 'gzip, br, zstd' })
  expect(whole.headers).toMatchObject({ ...cacheHeaders, 'content-encoding': 'gzip' })
  expect(whole.bytes).toEqual(zipped)
  const known = await rawRequest('GET', '/crm/customers', {
    ...owner.headers,
    'accept-encoding': 'gzip, br, zstd',
    'if-none-match': cacheHeaders.etag,
  })
  expect([known.status, known.bytes.length]).toEqual([304, 0])
  expect(known.headers).toMatchObject(cacheHeaders)
  expect(known.headers['content-encoding']).toBeUndefined()
})

test('JSON above a minimum size is compressed if the client accepts it; small responses are not', async () => {
  gateway.upstreams.tasks.answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify('x'.repeat(20_000)))
  }
  const large = await ask('/task/12', { headers: { ...owner.headers, 'accept-encoding': 'gzip' } })
  expect(large.headers.get('content-encoding')).toBe('gzip')
  expect(await large.json()).toBe('x'.repeat(20_000))
  const asIs = await rawRequest('GET', '/task/12', owner.headers)
  expect(asIs.headers['content-encoding']).toBeUndefined()
  const small = await ask('/me', { headers: { ...owner.headers, 'accept-encoding': 'gzip' } })
  expect(small.headers.get('content-encoding')).toBeNull()
  expect(small.headers.get('content-length')).toBe(String(JSON.stringify({ hello: '/me' }).length))
})

test('if a service is down, the gateway responds 503 with Retry-After, and the others work; it recovers automatically', async () => {
  await gateway.upstreams.company.stop()
  try {
    const down = await ask('/company/get-company-profile', { headers: owner.headers })
    expect(down.status).toBe(503)
    expect(down.headers.get('retry-after')).toBe('3')
    expect(down.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(await down.json()).toMatchObject({
      status: 503,
      code: 'service-away',
      message: 'This part of our service is restarting. Please try again in a moment.',
    })
    expect((await ask('/me', { headers: owner.headers })).status).toBe(200)
    // The readiness of the gateway does not depend on the upstreams.
    expect((await ask('/readyz')).status).toBe(200)
  } finally {
    await gateway.upstreams.company.startAgain()
  }
  expect((await ask('/company/get-company-profile', { headers: owner.headers })).status).toBe(200)
})

test.each([
  ['/admin/posting-kit/:id/files.zip', 'application/zip'],
  ['/reports/:id/report.pdf', 'application/pdf'],
])('%s is a download, which may pause for longer than a call', { tags: 'nightly' }, async (path, type) => {
  gateway.upstreams.tasks.answer = (request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': type }).write('first')
    setTimeout(() => response.end(' second'), 2_500)
  }
  const answer = await ask(example(path), { headers: admin.headers })
  expect(await answer.text()).toBe('first second')
})

test('if a service does not respond in time, the gateway responds 504', { tags: 'nightly' }, async () => {
  gateway.upstreams.tasks.answer = () => {}
  const late = await ask('/task/12', { headers: owner.headers })
  expect(late.status).toBe(504)
  expect(await late.json()).toMatchObject({ code: 'no-answer-in-time' })
})

function rawRequest(method: string, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(gateway.url)
    const request = httpRequest({ hostname, port, method, path, headers, agent: false }, async (response) => {
      const bytes = await buffer(response)
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes })
    })
    request.on('error', reject).end()
  })
}
