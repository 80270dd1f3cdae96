import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { person } from '@app/chassis/testing/people.ts'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Answer, type GatewayUnderTest, sayHello, startGatewayUnderTest } from './gateway-under-test.ts'
import { head, sent } from './sockets.ts'

const BUSY_MACHINE = { timeout: 90_000 }

let gateway: GatewayUnderTest
let narrow: GatewayUnderTest
const owner = person('owner')
const open: Socket[] = []

beforeAll(async () => {
  const TRUSTED_PROXIES = '127.0.0.1'
  gateway = await startGatewayUnderTest({ TRUSTED_PROXIES, ANSWER_TIMEOUT_MS: '60000' })
  const bounds = { STREAMS_MAX: '8', STREAMS_PER_ADDRESS: '6', STREAMS_PER_CALLER: '2' }
  narrow = await startGatewayUnderTest({ TRUSTED_PROXIES, ...bounds, UPLOADS_MAX: '8', UPLOADS_PER_ADDRESS: '6', UPLOADS_PER_CALLER: '2' })
})
afterAll(async () => {
  await gateway.stop()
  await narrow.stop()
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  for (const { upstreams, received } of [gateway, narrow]) {
    for (const upstream of Object.values(upstreams)) upstream.answer = sayHello
    received.length = 0
  }
})

interface Asker {
  who?: ReturnType<typeof person>
  from?: string
}

const stream = ({ who = person('owner'), from = '203.0.113.1' }: Asker = {}) =>
  head('GET /notifications/stream', { ...who.headers, 'x-forwarded-for': from })
const upload = ({ who = person('owner'), from = '203.0.113.1' }: Asker = {}) =>
  `${head('POST /task/create-task', { ...who.headers, 'x-forwarded-for': from, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 5_000 })}--x`

async function keepOpen(text: string, { url } = gateway): Promise<Socket> {
  const socket = await sent(url, text)
  open.push(socket)
  return socket
}

async function outcome(text: string, of = narrow): Promise<[status: number, hasRetryAfter: boolean]> {
  const [chunk] = (await once(await keepOpen(text, of), 'data')) as [Buffer]
  return [Number(chunk.toString().slice(9, 12)), /\r\nretry-after: \d/.test(chunk.toString())]
}

const hangOn: Answer = (request) => void request.resume()

const underWay = async (count: number) => expect.poll(() => narrow.received.length, { timeout: 45_000 }).toBe(count)

const kinds: [what: string, text: (asker?: Asker) => string][] = [
  ['streams', stream],
  ['uploads', upload],
]

test.each(kinds)('%s are limited per caller, per IP address, and in total', BUSY_MACHINE, async (_what, text) => {
  const hold = (count: number, asker?: Asker) => Promise.all(Array.from({ length: count }, () => keepOpen(text(asker), narrow)))
  narrow.upstreams.notifications.answer = hangOn
  narrow.upstreams.tasks.answer = hangOn
  const somebody = person('owner')
  await hold(2, { who: somebody })
  await underWay(2)
  expect(await outcome(text({ who: somebody, from: '203.0.113.2' }))).toEqual([429, true])
  await hold(4)
  await underWay(6)
  expect(await outcome(text())).toEqual([429, true])
  await hold(2, { from: '203.0.113.3' })
  await underWay(8)
  expect(await outcome(text({ from: '203.0.113.4' }))).toEqual([503, true])
  // Requests whose clients disconnected no longer count toward the limit.
  for (const socket of open.splice(0)) socket.destroy()
  narrow.upstreams.notifications.answer = sayHello
  narrow.upstreams.tasks.answer = sayHello
  await expect.poll(() => outcome(text({ who: somebody })), { timeout: 45_000 }).toEqual([200, false])
})

test('a client that disconnects while its token is checked is not counted', BUSY_MACHINE, async () => {
  const strict = await startGatewayUnderTest({ STREAMS_PER_CALLER: '1' })
  onTestFinished(() => strict.stop())
  const { server } = strict.upstreams.identity
  const [answer] = server.listeners('request') as RequestListener[]
  const requested = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  server.removeAllListeners('request').on('request', async (request, response) => {
    if (request.url === '/.well-known/jwks.json') requested.resolve()
    await released.promise
    answer?.(request, response)
  })
  const leaving = await sent(strict.url, stream({ who: owner }))
  await requested.promise
  leaving.destroy()
  await once(leaving, 'close')
  await fetch(`${strict.url}/healthz`)
  released.resolve()
  expect((await fetch(`${strict.url}/me`, { headers: owner.headers })).status).toBe(200)
  expect(await outcome(stream({ who: owner }), strict)).toEqual([200, false])
})

test('open streams, uploads and incomplete forms do not delay calls to the same service', BUSY_MACHINE, async () => {
  gateway.upstreams.tasks.answer = (request, response) => (request.method === 'GET' ? sayHello(request, response) : void request.resume())
  gateway.upstreams.notifications.answer = (request, response) =>
    request.url === '/notifications' ? sayHello(request, response) : void response.writeHead(200).write(': hello\n\n')
  const from = (i: number) => `203.0.113.${i}`
  const begun = head('PUT /task/update-task/12', { ...owner.headers, 'content-type': 'application/json', 'content-length': 200 })
  await Promise.all(
    Array.from({ length: 130 }, (_, i) =>
      [stream({ from: from(i) }), upload({ from: from(i) }), `${begun}{`].map((text) => keepOpen(text)),
    ).flat(),
  )
  await expect.poll(() => gateway.received.length, { timeout: 45_000 }).toBe(260)
  for (const path of ['/task/12', '/notifications']) {
    const answer = await fetch(gateway.url + path, { headers: owner.headers, signal: AbortSignal.timeout(45_000) })
    expect(answer.status, path).toBe(200)
  }
})

test('many calls of one user wait for each other, and do not delay the calls of another user', BUSY_MACHINE, async () => {
  const calls = () => gateway.received.filter(({ service }) => service === 'company').length
  gateway.upstreams.company.answer = () => {}
  const [greedy, neighbor] = [person('owner'), person('owner')]
  await Promise.all(Array.from({ length: 200 }, () => keepOpen(head('GET /company/get-company-profile', greedy.headers))))
  await expect.poll(calls, { timeout: 45_000 }).toBe(16)
  gateway.upstreams.company.answer = sayHello
  for (let times = 0; times < 20; times++) {
    expect((await fetch(`${gateway.url}/company/get-company-profile`, { headers: neighbor.headers })).status).toBe(200)
  }
  expect(calls()).toBe(36)
  // When the calls in progress end, the others are sent. The calls whose connection was lost are sent a second time.
  gateway.upstreams.company.server.closeAllConnections()
  await expect.poll(calls, { timeout: 45_000 }).toBe(200 + 20 + 16)
})

test('a call waits 1.5 s for a connection and then fails with 503 and Retry-After', BUSY_MACHINE, async () => {
  gateway.upstreams.company.answer = () => {}
  await Promise.all(Array.from({ length: 128 }, () => keepOpen(head('GET /company/get-company-profile', person('owner').headers))))
  await expect.poll(() => gateway.received.length, { timeout: 45_000 }).toBe(128)
  // The readiness check still reaches a busy replica, so the replica is not treated as unavailable.
  let looks = 0
  gateway.upstreams.company.server.on('request', ({ url }) => {
    if (url === '/readyz') looks += 1
  })
  await expect.poll(() => looks, { timeout: 45_000 }).toBeGreaterThan(0)
  const answer = await fetch(`${gateway.url}/company/get-company-profile`, { headers: owner.headers })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('2')
  expect(await answer.json()).toMatchObject({ code: 'busy' })
  const waiting = fetch(`${gateway.url}/company/get-company-profile`, { headers: owner.headers })
  gateway.upstreams.company.answer = sayHello
  gateway.upstreams.company.server.closeAllConnections()
  expect((await waiting).status).toBe(200)
})

test('a change that was cut off and finds no free connection for a retry fails with outcome-unknown', BUSY_MACHINE, async () => {
  const full = await startGatewayUnderTest({ ANSWER_TIMEOUT_MS: '60000' })
  onTestFinished(() => full.stop())
  const changed = Promise.withResolvers<Socket>()
  full.upstreams.tasks.answer = ({ method, socket }) => void (method === 'PUT' && changed.resolve(socket))
  const fetching = () => head('GET /task/12', person('owner').headers)
  await Promise.all(Array.from({ length: 127 }, () => keepOpen(fetching(), full)))
  const changing = fetch(`${full.url}/task/update-task/12`, {
    method: 'PUT',
    headers: { ...owner.headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: '{"currentStatus":"Approved"}',
  })
  await expect.poll(() => full.received.length, { timeout: 45_000 }).toBe(128)
  // A 129th request waits for the next free connection. Therefore the retry of the change finds no free connection.
  await keepOpen(fetching(), full)
  await fetch(`${full.url}/me`, { headers: owner.headers })
  const socket = await changed.promise
  socket.destroy()
  expect(await (await changing).json()).toMatchObject({ code: 'outcome-unknown' })
})

test('clients that do not read their responses do not keep connections to a service busy', BUSY_MACHINE, async () => {
  const size = 1_000_000
  gateway.upstreams.tasks.answer = (_request, response) => response.writeHead(200, { 'content-length': size }).end(Buffer.alloc(size))
  const fetched = () => gateway.received.filter(({ service, method }) => service === 'tasks' && method === 'GET').length
  const before = fetched()
  const unread = await Promise.all(Array.from({ length: 130 }, () => keepOpen(head('GET /task/12', owner.headers))))
  for (const socket of unread) socket.pause()
  await expect.poll(() => fetched() - before, { timeout: 45_000 }).toBe(130)
  const answer = await fetch(`${gateway.url}/task/12`, { headers: owner.headers, signal: AbortSignal.timeout(45_000) })
  expect((await answer.arrayBuffer()).byteLength).toBe(size)
})
