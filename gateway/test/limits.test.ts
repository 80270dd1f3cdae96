import { once } from 'node:events'
import { connect } from 'node:net'
import { person } from '@app/chassis/testing/people.ts'
import { PasswordChanged } from '@app/contracts/events/identity.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses, eventOf, type GatewayUnderTest, startGatewayUnderTest } from './gateway-under-test.ts'

let gateway: GatewayUnderTest

beforeAll(async () => {
  gateway = await startGatewayUnderTest({ TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT: '30', PAGE_RATE_LIMIT: '20', AUTH_RATE_LIMIT: '3' })
})
afterAll(() => gateway.stop())

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(gateway.url + path, { method, headers, redirect: 'manual' })
const from = (address: string) => ({ 'x-forwarded-for': address })

test('calls are limited per client IP address; pages, streams and probes do not count as calls', async () => {
  const flooder = { ...person('owner').headers, ...from('203.0.113.5') }
  for (let i = 0; i < 30; i++) expect((await ask('/me', flooder)).status).toBe(200)
  const refused = await ask('/api/me', flooder)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ code: 'too-many-requests', status: 429 })
  for (const path of ['/login', '/assets/index-abc123.js', '/healthz', '/readyz', '/notifications/stream'])
    expect((await ask(path, flooder)).status, path).toBe(200)
  expect((await ask('/me', { ...flooder, ...from('203.0.113.6') })).status).toBe(200)
})

test('pages, assets, redirects and unknown paths are limited together per client IP address, separately from calls and probes', async () => {
  const flooder = from('203.0.113.11')
  const browser = { ...flooder, accept: 'text/html' }
  const paths = ['/login', '/assets/index-abc123.js', '/Login/', '/no/such/page', '/docs', '/assets/earlier-build.js', '/api/no/such']
  const statuses = []
  for (let i = 0; i < 20; i++) statuses.push((await ask(paths[i % paths.length] ?? '', i % 2 ? browser : flooder)).status)
  expect(statuses).not.toContain(429)
  for (const path of paths) {
    const refused = await ask(path, browser)
    expect(refused.status, path).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ code: 'too-many-requests' })
  }
  for (const path of ['/healthz', '/readyz', '/unsubscribe/a']) expect((await ask(path, flooder)).status, path).toBe(200)
  expect((await ask('/login', from('203.0.113.12'))).status).toBe(200)
})

test('requests without a valid token are counted before the token is checked', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 31; i++) statuses.push((await ask('/me', from('203.0.113.7'))).status)
  expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true)
  expect(statuses[30]).toBe(429)
})

test('account calls have a lower limit, separate for each kind, shared with and without /api', async () => {
  const guesser = from('203.0.113.8')
  for (const path of ['/auth', '/api/auth', '/auth']) expect((await ask(path, guesser, 'POST')).status).toBe(200)
  expect((await ask('/api/auth', guesser, 'POST')).status).toBe(429)
  for (const path of ['/user', '/admin/login', '/reset-password', '/reset-password/AB2CD', '/contact'])
    expect((await ask(path, guesser, 'POST')).status, path).toBe(200)
  expect((await ask('/reset-password/AB2CE', guesser, 'POST')).status).toBe(200)
  expect((await ask('/reset-password/AB2CF', guesser, 'POST')).status).toBe(200)
  expect((await ask('/reset-password/AB2CG', guesser, 'POST')).status).toBe(429)
})

test('x-forwarded-for is used only behind a trusted proxy', async () => {
  await ask('/me', { ...person('owner').headers, ...from('203.0.113.9') })
  expect(gateway.received.at(-1)?.headers['x-forwarded-for']).toBe('203.0.113.9')
})

test('local limits are high enough for a test suite from one IP address; production limits are strict', async () => {
  const { readConfig } = await import('../src/config.ts')
  const url = 'http://a'
  const env = { ...addresses(() => url), S3_ENDPOINT: url, PUBLIC_URL: url, JWKS_URL: url, WEB_DIST: '/x' }
  expect(readConfig(env).requestsPerMinute.auth).toBeGreaterThanOrEqual(300)
  expect(readConfig({ ...env, NODE_ENV: 'production' }).requestsPerMinute.auth).toBeLessThanOrEqual(30)
  expect(() => readConfig({})).toThrow(/IDENTITY_URL.*S3_ENDPOINT.*WEB_DIST/)
})

test('lists of URLs and proxies are checked at the start', async () => {
  const { readConfig } = await import('../src/config.ts')
  const url = 'http://a'
  const env = { ...addresses(() => url), S3_ENDPOINT: url, PUBLIC_URL: url, JWKS_URL: url, WEB_DIST: '/x' }
  const lists = {
    TASKS_URL: 'http://a:1, http://b:2/',
    CORS_ORIGINS: 'https://friend.example/',
    TRUSTED_PROXIES: '127.0.0.1, fd00::/8, loopback',
  }
  expect(readConfig({ ...env, ...lists })).toMatchObject({
    serviceUrls: { tasks: ['http://a:1', 'http://b:2/'] },
    corsOrigins: ['https://friend.example'],
    trustedProxies: ['127.0.0.1', 'fd00::/8', 'loopback'],
  })
  for (const [name, list, fault] of [
    ['TASKS_URL', 'http://a:1, b:2', 'TASKS_URL must begin with http:// or https://'],
    ['TASKS_URL', 'http://a:1, http://b:70000', 'TASKS_URL must have a port from 1 to 65535'],
    ['TASKS_URL', 'http://a:1,', 'TASKS_URL must begin with http:// or https://'],
    ['CORS_ORIGINS', 'https://friend.example/app', 'CORS_ORIGINS must not contain anything after the host and the port'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'TRUSTED_PROXIES must be a list of IP addresses or networks'],
    ['TRUSTED_PROXIES', 'proxy.example', 'TRUSTED_PROXIES must be a list of IP addresses or networks'],
  ] as const)
    expect(() => readConfig({ ...env, [name]: list }), list).toThrow(fault)
})

async function sendBytes(text: string): Promise<string> {
  const { hostname, port } = new URL(gateway.url)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  let answer = ''
  socket.on('data', (chunk: string) => {
    answer += chunk
  })
  socket.write(text)
  await once(socket, 'close')
  return answer
}

test('malformed requests are rejected with a problem', async () => {
  const tooLong = await sendBytes(`GET /me HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)
  expect(tooLong).toMatch(/^HTTP\/1\.1 431 /)
  expect(tooLong).toContain('application/problem+json')
  const smuggled = await sendBytes('POST /auth HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG')
  expect(smuggled).toMatch(/^HTTP\/1\.1 400 /)
})

const passwordChanged = (userId: string, tokensInvalidBefore: number) =>
  eventOf(PasswordChanged, { userId, role: 'owner', tokensInvalidBefore })

test('a token issued before a password reset is rejected within a second; later tokens are accepted', async () => {
  const somebody = person('owner')
  const address = from('203.0.113.10')
  expect((await ask('/me', { ...somebody.headers, ...address })).status).toBe(200)
  const now = Math.ceil(Date.now() / 1000)
  await gateway.bus.publish([passwordChanged(somebody.id, now + 1)])
  await expect.poll(async () => (await ask('/me', { ...somebody.headers, ...address })).status).toBe(401)
  const refused = await ask('/me', { ...somebody.headers, ...address })
  expect(await refused.json()).toMatchObject({ message: 'Session expired. Please log in again' })
  expect((await ask('/me', { ...person('owner').headers, ...address })).status).toBe(200)
  await gateway.bus.publish([passwordChanged(somebody.id, now - 100)])
  expect((await ask('/me', { ...somebody.headers, ...address })).status).toBe(401)
})

test('revocations from before the start are loaded from identity; until then, the gateway is not ready', { tags: 'nightly' }, async () => {
  const somebody = person('owner')
  const late = await startGatewayUnderTest()
  late.revocations.push({ userId: somebody.id, tokensInvalidBefore: Math.ceil(Date.now() / 1000) + 1 })
  await late.gateway.stop()
  await late.upstreams.identity.stop()
  const again = await late.startGateway()
  try {
    expect(await (await fetch(`${again.url}/readyz`)).json()).toMatchObject({ failing: expect.arrayContaining(['revocations']) })
    await late.upstreams.identity.startAgain()
    await expect.poll(async () => (await fetch(`${again.url}/readyz`)).status, { timeout: 5_000 }).toBe(200)
    expect((await fetch(`${again.url}/me`, { headers: somebody.headers })).status).toBe(401)
  } finally {
    await again.stop()
    await late.stop()
  }
})

test('metrics are served on a separate port and interface, with the availability of the upstreams', { tags: 'nightly' }, async () => {
  // Every address in 127.0.0.0/8 is a loopback address.
  const measured = await startGatewayUnderTest({ METRICS_PORT: '0', METRICS_HOST: '127.0.0.9' })
  try {
    await fetch(`${measured.url}/login`)
    const line = measured.logLines.map((text) => JSON.parse(text) as { msg: string; port?: number }).find(({ msg }) => msg === 'metrics')
    const figures = async () => (await fetch(`http://127.0.0.9:${line?.port}/metrics`)).text()
    expect(await figures()).toContain('http_request_duration_seconds_count{method="GET",route="/login",status="200"} 1')
    expect(await figures()).toContain('dependency_up{dependency="company"} 1')
    measured.upstreams.notifications.answer = (_request, response) => void response.writeHead(200).write(': hello\n\n')
    const watching = new AbortController()
    await fetch(`${measured.url}/notifications/stream`, { headers: person('owner').headers, signal: watching.signal })
    expect(await figures()).toContain('requests_in_progress{kind="streams"} 1')
    expect(await figures()).toContain('requests_in_progress_max{kind="streams"} 2000')
    watching.abort()
    await expect.poll(figures).toContain('requests_in_progress{kind="streams"} 0')
    expect(await figures()).not.toContain('route="/notifications/stream"')
    await measured.upstreams.company.stop()
    await expect.poll(figures, { timeout: 15_000 }).toContain('dependency_up{dependency="company"} 0')
    expect(await figures()).toContain('dependency_up{dependency="tasks"} 1')
    expect(measured.logLines.filter((text) => /company.*a dependency is away/.test(text))).toHaveLength(1)
    // The metrics server does not listen on 127.0.0.1, but a server of another test may use the same port of this address.
    const elsewhere = await fetch(`http://127.0.0.1:${line?.port}/metrics`)
      .then((response) => response.text())
      .catch(() => '')
    expect(elsewhere).not.toContain('dependency_up{dependency="company"} 0')
  } finally {
    await measured.stop()
  }
})
