import { once } from 'node:events'
import { type ServerResponse, request as sendRequest } from 'node:http'
import type { Readable } from 'node:stream'
import { json, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { person } from '@app/chassis/testing/people.ts'
import { TokensEnded } from '@app/contracts/events/identity.ts'
import { MULTIPLEXED_STREAM, type StreamFrame } from '@app/contracts/http/stream-multiplexing.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createReplica } from '../src/upstreams/replica.ts'
import { eventOf, type GatewayUnderTest, startGatewayUnderTest } from './gateway-under-test.ts'

const BEGINNING = ': hello\n\n'

let gateway: GatewayUnderTest
let connections: ServerResponse[]
let closed: number[]
/** The number that the gateway gave to each requested stream. The keys are the `Authorization` headers of the requests. */
let streams: Map<string, number>

beforeEach(async () => {
  gateway = await startGatewayUnderTest()
  connections = []
  closed = []
  streams = new Map()
  const { notifications } = gateway.upstreams
  notifications.multiplexes = true
  notifications.answer = (request, response) => {
    const { method, url = '', headers } = request
    const isInternal = url.startsWith('/internal/')
    if (method === 'POST') void json(request).then((report) => closed.push(...(report as { streams: number[] }).streams))
    else if (isInternal) {
      connections.push(response)
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders()
      return
    } else {
      const number = Number(String(headers[MULTIPLEXED_STREAM]).split('/')[1])
      streams.set(headers.authorization ?? '', number)
      send({ to: [number], text: BEGINNING })
    }
    response
      .writeHead(200, { 'content-type': 'text/event-stream', 'content-length': 0, [MULTIPLEXED_STREAM]: headers[MULTIPLEXED_STREAM] ?? '' })
      .end()
  }
})
afterEach(() => gateway.stop())

const send = (...frames: StreamFrame[]) => connections.at(-1)?.write(frames.map((frame) => `${JSON.stringify(frame)}\n`).join(''))

/** Resolves when the gateway has read the buffered data of the last connection. */
const drained = () => once(connections.at(-1) as ServerResponse, 'drain')

async function open(reader = person('admin')) {
  const leaving = new AbortController()
  const answer = await fetch(`${gateway.url}/api/notifications/stream`, { headers: reader.headers, signal: leaving.signal })
  const body = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  const number = streams.get(reader.headers.authorization) ?? -1
  if (answer.status === 200) expect((await body?.read())?.value).toBe(BEGINNING)
  return { status: answer.status, headers: answer.headers, next: () => body?.read(), leave: () => leaving.abort(), number }
}

test('streams share one connection, and a frame reaches all of the streams that it names', async () => {
  const [one, two, three] = await Promise.all([open(), open(), open()])
  expect(connections).toHaveLength(1)
  expect(one).toMatchObject({ status: 200 })
  expect(one.headers.get('content-type')).toBe('text/event-stream')
  expect(one.headers.get(MULTIPLEXED_STREAM)).toBeNull()
  expect(one.headers.get('content-length')).toBeNull()
  send({ to: [one.number, two.number], text: 'id: 1\n\n' }, { to: [three.number], text: 'id: 2\n\n' })
  expect(await Promise.all([one, two, three].map(async ({ next }) => (await next())?.value))).toEqual([
    'id: 1\n\n',
    'id: 1\n\n',
    'id: 2\n\n',
  ])
})

test('a frame may arrive in chunks that divide a character', async () => {
  const { number, next } = await open()
  const frame = Buffer.from(`${JSON.stringify({ to: [number], text: 'data: “Brot”\u2028\n\n' })}\n`)
  for (const byte of frame) {
    connections[0]?.write(Buffer.from([byte]))
    // The pauses make the gateway read the bytes of one character in several chunks.
    if (byte > 127) await sleep(5)
  }
  expect((await next())?.value).toBe('data: “Brot”\u2028\n\n')
})

test('a frame without text ends its stream, and no other', async () => {
  const [ended, other] = await Promise.all([open(), open()])
  send({ to: [ended.number] }, { to: [other.number], text: 'id: 1\n\n' })
  expect(await ended.next()).toEqual({ done: true, value: undefined })
  expect((await other.next())?.value).toBe('id: 1\n\n')
  expect(closed).toEqual([])
})

test('the gateway reports a stream whose subscriber disconnected, and again when a frame names it', { tags: 'nightly' }, async () => {
  const { number, leave } = await open()
  leave()
  await expect.poll(() => closed).toEqual([number])
  send({ to: [number], text: 'id: 1\n\n' })
  await expect.poll(() => closed).toEqual([number, number])
})

test('streams end when their connection closes, and the next stream opens a new connection', async () => {
  const [one, two] = await Promise.all([open(), open()])
  connections[0]?.destroy()
  expect(await Promise.all([one.next(), two.next()])).toEqual([
    { done: true, value: undefined },
    { done: true, value: undefined },
  ])
  const again = await open()
  expect(connections).toHaveLength(2)
  send({ to: [again.number], text: 'id: 1\n\n' })
  expect((await again.next())?.value).toBe('id: 1\n\n')
})

test('a subscriber that does not read is disconnected, and does not delay others', { tags: 'nightly' }, async () => {
  const slow = person('admin')
  const request = sendRequest(`${gateway.url}/notifications/stream`, { headers: slow.headers, agent: false }).end()
  const [response] = await once(request, 'response')
  response.on('error', () => {}).pause()
  const other = await open()
  const number = streams.get(slow.headers.authorization) ?? -1
  const text = `data: ${'x'.repeat(100_000)}\n\n`
  for (let count = 0; count < 200 && closed.length === 0; count++) if (send({ to: [number], text }) === false) await drained()
  await expect.poll(() => closed).toContain(number)
  send({ to: [other.number], text: 'id: 1\n\n' })
  expect((await other.next())?.value).toBe('id: 1\n\n')
  request.destroy()
})

test('a stream whose token is revoked gets no further text', async () => {
  const reader = person('admin')
  const [ended, other] = await Promise.all([open(reader), open()])
  const frame = { to: [ended.number, other.number], text: 'id: 1\n\n' }
  send(frame)
  for (const { next } of [ended, other]) expect((await next())?.value).toBe('id: 1\n\n')
  const tokensEnded = eventOf(TokensEnded, { userId: reader.id, tokensInvalidBefore: Math.floor(Date.now() / 1000) + 1 })
  await gateway.bus.publish([tokensEnded])
  send(frame)
  expect(await ended.next()).toEqual({ done: true, value: undefined })
  await expect.poll(() => closed).toContain(ended.number)
  expect((await other.next())?.value).toBe('id: 1\n\n')
  expect(gateway.logLines.filter((line) => JSON.parse(line).level >= 40)).toEqual([])
})

test('a rejection is forwarded, and a response without the header is used as the stream', async () => {
  const { notifications } = gateway.upstreams
  const multiplexed = notifications.answer
  notifications.answer = (request, response) => {
    if (request.url?.startsWith('/internal/')) multiplexed(request, response)
    else response.writeHead(429, { 'content-type': 'application/problem+json' }).end('{}')
  }
  expect((await open()).status).toBe(429)
  notifications.answer = (request, response) => {
    if (request.url?.startsWith('/internal/')) multiplexed(request, response)
    else response.writeHead(200, { 'content-type': 'text/event-stream' }).write(BEGINNING)
  }
  expect((await open()).status).toBe(200)
  expect(closed).toEqual([])
})

test('a stream fails with 503 while no connection can be opened; the next attempt after that succeeds', async () => {
  const { notifications } = gateway.upstreams
  const multiplexed = notifications.answer
  notifications.answer = (_request, response) => response.writeHead(503).end()
  expect((await open()).status).toBe(503)
  expect(streams.size).toBe(0)
  notifications.answer = multiplexed
  expect((await open()).status).toBe(200)
})

function replicaOf({ upstreams: { notifications } }: GatewayUnderTest) {
  const ready = { method: 'GET', path: '/readyz', below: 400 } as const
  const { url } = notifications
  const replica = createReplica({ origin: url, host: new URL(url).host, answerTimeoutMs: 1_000, ready })
  return { replica, ask: () => replica.request('streams', { method: 'GET', path: '/notifications/stream', headers: {} }, () => {}) }
}

test('removing a replica closes its connection, and its streams end', async () => {
  const { replica, ask } = replicaOf(gateway)
  const answers = await Promise.all([ask(), ask()])
  const ended = Promise.all(answers.map(({ body }) => text(body as Readable)))
  const broken = connections[0] && once(connections[0], 'close')
  replica.retire()
  expect(await ended).toEqual([BEGINNING, BEGINNING])
  await broken
  expect(replica.inProgress('streams')).toBe(0)
})
