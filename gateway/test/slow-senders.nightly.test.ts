import { setTimeout as sleep } from 'node:timers/promises'
import { person } from '@app/chassis/testing/people.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type GatewayUnderTest, sayHello, startGatewayUnderTest } from './gateway-under-test.ts'
import { head, sent, untilClosed } from './sockets.ts'

const WINDOW_MS = 1_000
const SIGNED = 'X-Amz-Signature=a'

let gateway: GatewayUnderTest
const owner = person('owner')

beforeAll(async () => {
  gateway = await startGatewayUnderTest({ BODY_WINDOW_MS: String(WINDOW_MS) })
})
afterAll(() => gateway.stop())
afterEach(() => {
  for (const upstream of Object.values(gateway.upstreams)) upstream.answer = sayHello
})

const json = { 'content-type': 'application/json', 'content-length': 200 }
const form = { ...owner.headers, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 5_000 }

const dribbled: [what: string, head: string][] = [
  ['small body', head('POST /contact', json)],
  ['body of unknown length', head('POST /contact', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' })],
  ['form', head('POST /task/create-task', form)],
  ['file', head(`PUT /files/private/a.png?${SIGNED}`, { 'content-type': 'image/png', 'content-length': 5_000 })],
]

test.each(dribbled)('a %s that is sent too slowly is rejected with 408, and its connection is closed', async (what, text) => {
  for (const upstream of Object.values(gateway.upstreams)) upstream.answer = (request) => void request.resume()
  const socket = await sent(gateway.url, text)
  const answer = untilClosed(socket)
  const drop = what.includes('unknown') ? '1\r\n{\r\n' : '{'
  const dribble = setInterval(() => socket.writable && socket.write(drop), WINDOW_MS / 5)
  expect(await answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close[\s\S]*"code":"too-slow"/)
  clearInterval(dribble)
})

const refused: [what: string, status: number, head: string][] = [
  ['by its service', 415, head('POST /task/create-task', form)],
  ['before its body is read', 401, head('PUT /task/update-task/1', json)],
  ['because there is no such route', 404, head('POST /no/such/route', json)],
]

test.each(refused)(
  'the connection of a request that is refused %s is closed if its body is still sent slowly',
  async (_by, status, text) => {
    gateway.upstreams.tasks.answer = (_request, response) => response.writeHead(415).end()
    const socket = await sent(gateway.url, `${text}{`)
    expect(await untilClosed(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  },
)

test('a steady upload is not interrupted, however long it takes', { tags: 'nightly' }, async () => {
  gateway.upstreams.tasks.answer = (request, response) => {
    request.resume().once('end', () => response.end('{}'))
  }
  const size = 4_000
  const socket = await sent(gateway.url, head('POST /task/create-task', { ...form, 'content-length': size, connection: 'close' }))
  const answer = untilClosed(socket)
  for (let at = 0; at < size; at += 500) {
    socket.write(Buffer.alloc(500))
    // The upload is slow, but its speed is above the minimum in each window.
    await sleep(WINDOW_MS / 3)
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
})
