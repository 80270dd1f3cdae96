import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { operator, person } from '@app/chassis/testing/people.ts'
import { jsonBytesMax } from '@app/contracts/rules/body-limits.ts'
import { allRoutes } from '@app/contracts/surface.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type GatewayUnderTest, sayHello, startGatewayUnderTest } from './gateway-under-test.ts'
import { head, sent, untilClosed } from './sockets.ts'

/** Number of clients. It exceeds the maximum number of connections from the gateway to one replica of a service. */
const MANY = 136
const BUSY_MACHINE = { timeout: 60_000 }
const MEGABYTE = 1024 * 1024
const SIGNED = 'X-Amz-Signature=a'

let gateway: GatewayUnderTest
const owner = person('owner')

beforeAll(async () => {
  gateway = await startGatewayUnderTest({
    UPLOADS_MAX: '1000',
    UPLOADS_PER_ADDRESS: '1000',
    UPLOADS_PER_CALLER: '1000',
  })
})
afterAll(() => gateway.stop())
afterEach(() => {
  gateway.received.length = 0
  for (const upstream of Object.values(gateway.upstreams)) upstream.answer = sayHello
})

const listing = async () => (await fetch(`${gateway.url}/task/12`, { headers: owner.headers })).status
const json = { 'content-type': 'application/json', 'content-length': 200 }
const form = { ...owner.headers, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 5_000 }

const begun: [what: string, head: string, reachesService: boolean][] = [
  ['contact forms', head('POST /contact', json), false],
  ['tasks with a picture', head('POST /task/create-task', form), true],
  ['files', head(`PUT /files/private/a.png?${SIGNED}`, { 'content-type': 'image/png', 'content-length': 5_000 }), true],
]

test.each(begun)(
  '%s that are begun and left by the dozen end nothing but themselves',
  { ...BUSY_MACHINE, tags: 'nightly' },
  async (_what, text, reachesService) => {
    for (const upstream of Object.values(gateway.upstreams)) upstream.answer = () => {}
    const sockets = await Promise.all(Array.from({ length: MANY }, () => sent(gateway.url, `${text}{`)))
    // Small bodies are forwarded only when they are complete.
    if (reachesService) await expect.poll(() => gateway.received.length, { timeout: 45_000 }).toBe(MANY)
    else {
      // The response to a later request shows that all earlier requests have arrived.
      await fetch(`${gateway.url}/healthz`)
      expect(gateway.received).toEqual([])
    }
    const closed = sockets.slice(MANY / 2).map((socket) => once(socket, 'close'))
    for (const socket of sockets.slice(MANY / 2)) socket.destroy()
    await Promise.all(closed)
    gateway.upstreams.tasks.answer = sayHello
    expect(await listing()).toBe(200)
    for (const socket of sockets) socket.destroy()
  },
)

const jsonRoutes = allRoutes.filter(({ internal, schema }) => !internal && schema.body)

test('no route forwards nested or overlong JSON', async () => {
  const admin = operator()
  for (const route of jsonRoutes) {
    const { method, url, access, service } = route
    const { headers } = access === 'owner' ? owner : admin
    const path = url.replace(/:token/, 'A'.repeat(43)).replace(/:\w+/g, '1')
    const send = (body: string) =>
      fetch(gateway.url + path, { method, headers: { ...headers, 'content-type': 'application/json' }, body }).then(async (response) => [
        response.status,
        ((await response.json()) as { code: string }).code,
      ])
    const limit = jsonBytesMax(route)
    expect(await send('['.repeat(500_000) + ']'.repeat(500_000)), path).toEqual(limit < 1_000_000 ? [413, 'too-large'] : [400, 'malformed'])
    expect(await send('['.repeat(21)), path).toEqual([400, 'malformed'])
    expect(gateway.received, service).toEqual([])
  }
})

test('brackets in a text are no nesting', async () => {
  const body = JSON.stringify({ text: '\\"[{'.repeat(99) })
  expect((await fetch(`${gateway.url}/contact`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status).toBe(
    200,
  )
})

test('a target with scheme and host is handled like a path, and its host is used', async () => {
  const headers = { ...owner.headers, host: 'elsewhere.example', connection: 'close' }
  for (const target of ['http://portal.example:8080/me?a=1', 'HTTP://portal.example:8080/api/me?a=1']) {
    gateway.received.length = 0
    expect(await untilClosed(await sent(gateway.url, head(`GET ${target}`, headers)))).toMatch(/^HTTP\/1\.1 200 /)
    expect(gateway.received).toMatchObject([{ url: '/me?a=1', headers: { 'x-forwarded-host': 'portal.example:8080' } }])
  }
  const page = await untilClosed(await sent(gateway.url, head('GET http://portal.example?from=mail', { connection: 'close' })))
  expect(page).toMatch(/^HTTP\/1\.1 200 [\s\S]*<!doctype html>/)
})

test.each(['OPTIONS *', 'CONNECT a:443', 'GET //evil.example/me', 'GET http:///me', 'GET http://a:b@c:99999/me', 'TRACE /me'])(
  '"%s" is answered or ended, and the next request is answered',
  async (line) => {
    await untilClosed(await sent(gateway.url, head(line, { connection: 'close' })))
    expect(await listing()).toBe(200)
  },
)

test('pipelined requests are answered in order, also after a rejected upload', async () => {
  const next = head('GET /task/12', { ...owner.headers, connection: 'close' })
  const refused = `${head('PUT /files/private/a.png', { 'content-length': 9 })}a picture`
  const answers = await untilClosed(await sent(gateway.url, head('GET /me', owner.headers) + refused + next))
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 403', 'HTTP/1.1 200'])
})

test('a client that stops sending or disconnects during its response affects only its own request', async () => {
  const begunAnswers: Promise<unknown>[] = []
  gateway.upstreams.store.answer = (_request, response) => {
    begunAnswers.push(once(response, 'close'))
    response.writeHead(200, { 'content-length': 50 * MEGABYTE }).write(Buffer.alloc(MEGABYTE))
  }
  const half = await sent(gateway.url, head('GET /files/public/a.png'))
  half.end()
  const leaving = await sent(gateway.url, head('GET /files/public/a.png'))
  await once(leaving, 'data')
  leaving.destroy()
  await expect.poll(() => begunAnswers.length, { timeout: 45_000 }).toBeGreaterThan(0)
  await Promise.all(begunAnswers)
  half.destroy()
  expect(await listing()).toBe(200)
})

test('responses that arrive after their clients have disconnected cause no failure', async () => {
  const answers: (() => void)[] = []
  for (const upstream of [gateway.upstreams.tasks, gateway.upstreams.store])
    upstream.answer = (_request, response) =>
      answers.push(() => response.writeHead(200, { 'content-length': 3 * MEGABYTE }).end(Buffer.alloc(3 * MEGABYTE)))
  const leaving = [await sent(gateway.url, head('GET /task/12', owner.headers)), await sent(gateway.url, head('GET /files/public/a.png'))]
  await expect.poll(() => answers.length, { timeout: 45_000 }).toBe(2)
  for (const socket of leaving) {
    socket.destroy()
    await once(socket, 'close')
  }
  for (const answer of answers) answer()
  gateway.upstreams.tasks.answer = sayHello
  expect(await listing()).toBe(200)
})

const broken: [what: string, begin: (response: ServerResponse) => void][] = [
  ['of a known length', (response) => response.writeHead(200, { 'content-type': 'application/json', 'content-length': 5_000 })],
  ['of a known length that is large', (response) => response.writeHead(200, { 'content-length': 5 * MEGABYTE })],
  ['of an unknown length', (response) => response.writeHead(200, { 'content-type': 'application/json' })],
]

test.each(broken)('a response %s that is cut off fails for the client, compressed or not', async (_what, begin) => {
  for (const upstream of [gateway.upstreams.tasks, gateway.upstreams.store])
    upstream.answer = (request, response) => {
      begin(response)
      response.write(Buffer.alloc(2_000, 'x'), () => request.socket.destroy())
    }
  for (const path of ['/task/12', '/files/public/a.json'])
    for (const encoding of ['identity', 'gzip']) {
      const request = fetch(gateway.url + path, { headers: { ...owner.headers, 'accept-encoding': encoding } })
      // `answer` is undefined if the connection was closed before the response headers.
      const answer = await request.catch(() => undefined)
      if (answer && !answer.ok) expect(await answer.json(), `${path} ${encoding}`).toMatchObject({ status: 503, code: 'service-away' })
      else await expect(answer?.text() ?? Promise.reject(new Error('broken')), `${path} ${encoding}`).rejects.toThrow()
    }
  gateway.upstreams.tasks.answer = sayHello
  expect(await listing()).toBe(200)
})

test('if a service sends an invalid or early response, the gateway responds with an error', async () => {
  gateway.upstreams.tasks.answer = (request) => void request.socket.end('SSH-2.0-OpenSSH\r\n')
  expect(await listing()).toBe(503)
  gateway.upstreams.tasks.answer = (request) => void request.socket.end('HTTP/1.1 200 OK\r\nx-bad: a\u0001b\r\ncontent-length: 2\r\n\r\nok')
  await listing()
  gateway.upstreams.tasks.answer = sayHello
  expect(await listing()).toBe(200)
})
