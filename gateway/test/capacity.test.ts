import { once } from 'node:events'
import type { Socket } from 'node:net'
import { person } from '@app/chassis/testing/people.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type GatewayUnderTest, sayHello, startGatewayUnderTest } from './gateway-under-test.ts'
import { head, sent } from './sockets.ts'

let gateway: GatewayUnderTest
const owner = person('owner')
const open: Socket[] = []

beforeAll(async () => {
  gateway = await startGatewayUnderTest({
    TRUSTED_PROXIES: '127.0.0.1',
    STREAMS_MAX: '150',
    STREAMS_PER_ADDRESS: '140',
    STREAMS_PER_CALLER: '4',
    UPLOADS_MAX: '150',
    UPLOADS_PER_ADDRESS: '140',
    UPLOADS_PER_CALLER: '4',
  })
})
afterAll(() => gateway.stop())
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  for (const upstream of Object.values(gateway.upstreams)) upstream.answer = sayHello
})

interface Asker {
  who?: ReturnType<typeof person>
  from?: string
}

const stream = ({ who = person('owner'), from = '203.0.113.1' }: Asker = {}) =>
  head('GET /notifications/stream', { ...who.headers, 'x-forwarded-for': from })
const upload = ({ who = person('owner'), from = '203.0.113.1' }: Asker = {}) =>
  `${head('POST /task/create-task', { ...who.headers, 'x-forwarded-for': from, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 5_000 })}--x`

async function keepOpen(text: string): Promise<Socket> {
  const socket = await sent(gateway.url, text)
  open.push(socket)
  return socket
}

/** The status of the answer and when to come again. */
async function outcome(text: string): Promise<[status: number, hasRetryAfter: boolean]> {
  const [chunk] = (await once(await keepOpen(text), 'data')) as [Buffer]
  return [Number(chunk.toString().slice(9, 12)), /\r\nretry-after: \d/.test(chunk.toString())]
}

const kinds: [what: string, text: (asker?: Asker) => string][] = [
  ['streams', stream],
  ['uploads', upload],
]

test.each(kinds)('%s are bounded for a caller, for an address, and in all', async (_what, text) => {
  gateway.upstreams.notifications.answer = (_request, response) => void response.writeHead(200).write(': hello\n\n')
  gateway.upstreams.tasks.answer = (request) => void request.resume()
  const somebody = person('owner')
  for (let i = 0; i < 4; i++) await keepOpen(text({ who: somebody }))
  expect(await outcome(text({ who: somebody, from: '203.0.113.2' }))).toEqual([429, true])
  await Promise.all(Array.from({ length: 136 }, () => keepOpen(text())))
  await expect.poll(() => outcome(text({})), { timeout: 15_000 }).toEqual([429, true])
  await Promise.all(Array.from({ length: 10 }, () => keepOpen(text({ from: '203.0.113.3' }))))
  await expect.poll(() => outcome(text({ from: '203.0.113.4' })), { timeout: 15_000 }).toEqual([503, true])
  // Who leaves makes room.
  for (const socket of open.splice(0)) socket.destroy()
  gateway.upstreams.notifications.answer = sayHello
  gateway.upstreams.tasks.answer = sayHello
  await expect.poll(() => outcome(text({ who: somebody })), { timeout: 15_000 }).toEqual([200, false])
})

test('no number of held streams, uploads and begun forms keeps a call to the same service waiting', async () => {
  gateway.upstreams.tasks.answer = (request, response) => (request.method === 'GET' ? sayHello(request, response) : void request.resume())
  gateway.upstreams.notifications.answer = (request, response) =>
    request.url === '/notifications' ? sayHello(request, response) : void response.writeHead(200).write(': hello\n\n')
  gateway.received.length = 0
  const from = (i: number) => `203.0.113.${i}`
  const begun = head('PUT /task/update-task/12', { ...owner.headers, 'content-type': 'application/json', 'content-length': 200 })
  await Promise.all(
    Array.from({ length: 145 }, (_, i) => [stream({ from: from(i) }), upload({ from: from(i) }), `${begun}{`].map(keepOpen)).flat(),
  )
  await expect.poll(() => gateway.received.length, { timeout: 15_000 }).toBe(290)
  for (const path of ['/task/12', '/notifications']) {
    const answer = await fetch(gateway.url + path, { headers: owner.headers, signal: AbortSignal.timeout(10_000) })
    expect(answer.status, path).toBe(200)
  }
})

test('a call waits a moment for a connection, then it is told to come again', async () => {
  gateway.upstreams.company.answer = () => {}
  gateway.received.length = 0
  const held = head('GET /company/get-company-profile', owner.headers)
  await Promise.all(Array.from({ length: 128 }, () => keepOpen(held)))
  await expect.poll(() => gateway.received.length, { timeout: 15_000 }).toBe(128)
  const answer = await fetch(`${gateway.url}/company/get-company-profile`, { headers: owner.headers })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('2')
  expect(await answer.json()).toMatchObject({ code: 'busy' })
  // One that waits is served as soon as there is room.
  const waiting = fetch(`${gateway.url}/company/get-company-profile`, { headers: owner.headers })
  gateway.upstreams.company.answer = sayHello
  gateway.upstreams.company.server.closeAllConnections()
  expect((await waiting).status).toBe(200)
})

test('clients that do not read their answers hold no connection to a service', async () => {
  const size = 1_000_000
  gateway.upstreams.tasks.answer = (_request, response) => response.writeHead(200, { 'content-length': size }).end(Buffer.alloc(size))
  gateway.received.length = 0
  const unread = await Promise.all(Array.from({ length: 140 }, () => keepOpen(head('GET /task/12', owner.headers))))
  for (const socket of unread) socket.pause()
  await expect.poll(() => gateway.received.length, { timeout: 15_000 }).toBe(140)
  const answer = await fetch(`${gateway.url}/task/12`, { headers: owner.headers, signal: AbortSignal.timeout(10_000) })
  expect((await answer.arrayBuffer()).byteLength).toBe(size)
})
