import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { person } from '@app/chassis/testing/people.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type GatewayUnderTest, startGatewayUnderTest } from './gateway-under-test.ts'
import { head, sent, untilClosed } from './sockets.ts'

let gateway: GatewayUnderTest
/** Resolves with the service's response object when a stream has started. */
let begun: PromiseWithResolvers<ServerResponse>

beforeAll(async () => {
  gateway = await startGatewayUnderTest()
})
afterAll(() => gateway.stop())
beforeEach(() => {
  begun = Promise.withResolvers()
  gateway.upstreams.notifications.answer = ({ url = '' }, response) => {
    if (!url.includes('/stream')) return response.end('list')
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-of-service': 'yes' }).write(': hello\n\n')
    begun.resolve(response)
  }
})

const requestFor = (path: string): string => head(`GET ${path}`, person('admin').headers)

async function send(text: string) {
  const socket = await sent(gateway.url, text)
  return { socket, rest: untilClosed(socket) }
}

test('a stream has the headers of the gateway and of its service, no chunked coding, and ends with its connection', async () => {
  const { rest } = await send(requestFor('/notifications/stream'))
  const stream = await begun.promise
  stream.write('id: 1\n\n')
  stream.end()
  const [headers = '', body] = (await rest).split(/\r\n\r\n(.*)/s)
  expect(body).toBe(': hello\n\nid: 1\n\n')
  expect(headers).toMatch(/^HTTP\/1.1 200 OK\r\n/)
  for (const line of ['x-of-service: yes', 'cache-control: no-store', 'x-frame-options: DENY', 'connection: close'])
    expect(headers.toLowerCase()).toContain(line.toLowerCase())
  expect(headers.toLowerCase()).not.toContain('transfer-encoding')
})

test('a pipelined request for a stream waits for the response before it', async () => {
  const { rest } = await send(requestFor('/notifications') + requestFor('/notifications/stream'))
  const stream = await begun.promise
  stream.end('id: 1\n\n')
  expect(await rest).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nlistHTTP\/1\.1 200 OK\r\n.*\r\n\r\n: hello\n\nid: 1\n\n$/s)
})

test('a stream is closed when the service closes its connection', async () => {
  const { rest } = await send(requestFor('/notifications/stream'))
  const stream = await begun.promise
  stream.destroy()
  expect(await rest).toMatch(/: hello\n\n$/)
})

test('a client that ends its side of the connection ends its stream', async () => {
  const { socket, rest } = await send(requestFor('/notifications/stream'))
  const stream = await begun.promise
  const closed = once(stream, 'close')
  socket.end()
  await rest
  await closed
})
