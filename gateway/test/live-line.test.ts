import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { json, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { person } from '@app/chassis/testing/people.ts'
import { TokensEnded } from '@app/contracts/events/identity.ts'
import { LIVE_LINE, type LiveFrame } from '@app/contracts/http/live-lines.ts'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createReplica } from '../src/upstreams/replica.ts'
import { eventOf, type GatewayUnderTest, startGatewayUnderTest } from './gateway-under-test.ts'

const BEGINNING = ': hello\n\n'

let gateway: GatewayUnderTest
/** The lines that the gateway has opened. */
let lines: ServerResponse[]
/** Streams that its service was told nobody reads. */
let left: number[]
/** The number of each stream that was asked for, by who asked. */
let streams: Map<string, number>

/** Plays notifications: streams are told by their line alone. */
beforeEach(async () => {
  gateway = await startGatewayUnderTest()
  lines = []
  left = []
  streams = new Map()
  const { notifications } = gateway.upstreams
  notifications.hasLines = true
  notifications.answer = (request, response) => {
    const { method, url = '', headers } = request
    const isOfLine = url.startsWith('/internal/')
    if (method === 'POST') void json(request).then((told) => left.push(...(told as { streams: number[] }).streams))
    else if (isOfLine) {
      lines.push(response)
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders()
      return
    } else {
      const number = Number(String(headers[LIVE_LINE]).split('/')[1])
      streams.set(headers.authorization ?? '', number)
      tell({ to: [number], text: BEGINNING })
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-length': 0, [LIVE_LINE]: headers[LIVE_LINE] ?? '' }).end()
  }
})
afterEach(() => gateway.stop())

const tell = (...frames: LiveFrame[]) => lines.at(-1)?.write(frames.map((frame) => `${JSON.stringify(frame)}\n`).join(''))

async function open(reader = person('admin')) {
  const leaving = new AbortController()
  const answer = await fetch(`${gateway.url}/api/notifications/stream`, { headers: reader.headers, signal: leaving.signal })
  const body = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  const number = streams.get(reader.headers.authorization) ?? -1
  if (answer.status === 200) expect((await body?.read())?.value).toBe(BEGINNING)
  return { status: answer.status, headers: answer.headers, next: () => body?.read(), leave: () => leaving.abort(), number }
}

test('streams come on one connection, and what many are told comes once', async () => {
  const [one, two, three] = await Promise.all([open(), open(), open()])
  expect(lines).toHaveLength(1)
  expect(one).toMatchObject({ status: 200 })
  expect(one.headers.get('content-type')).toBe('text/event-stream')
  expect(one.headers.get(LIVE_LINE)).toBeNull()
  expect(one.headers.get('content-length')).toBeNull()
  tell({ to: [one.number, two.number], text: 'id: 1\n\n' }, { to: [three.number], text: 'id: 2\n\n' })
  expect(await Promise.all([one, two, three].map(async ({ next }) => (await next())?.value))).toEqual([
    'id: 1\n\n',
    'id: 1\n\n',
    'id: 2\n\n',
  ])
})

test('a frame may come in pieces, in the middle of a letter', async () => {
  const { number, next } = await open()
  const frame = Buffer.from(`${JSON.stringify({ to: [number], text: 'data: “Brot”\u2028\n\n' })}\n`)
  for (const byte of frame) {
    lines[0]?.write(Buffer.from([byte]))
    if (byte > 127) await sleep(5)
  }
  expect((await next())?.value).toBe('data: “Brot”\u2028\n\n')
})

test('a stream ends when its service says so, and no other does', async () => {
  const [ended, other] = await Promise.all([open(), open()])
  tell({ to: [ended.number] }, { to: [other.number], text: 'id: 1\n\n' })
  expect(await ended.next()).toEqual({ done: true, value: undefined })
  expect((await other.next())?.value).toBe('id: 1\n\n')
  expect(left).toEqual([])
})

test('its service hears of a reader that leaves, and again while it tells it something', async () => {
  const { number, leave } = await open()
  leave()
  await expect.poll(() => left).toEqual([number])
  tell({ to: [number], text: 'id: 1\n\n' })
  await expect.poll(() => left).toEqual([number, number])
})

test('streams end in good order when their line breaks, and come back on a new one', async () => {
  const [one, two] = await Promise.all([open(), open()])
  lines[0]?.destroy()
  expect(await Promise.all([one.next(), two.next()])).toEqual([
    { done: true, value: undefined },
    { done: true, value: undefined },
  ])
  const again = await open()
  expect(lines).toHaveLength(2)
  tell({ to: [again.number], text: 'id: 1\n\n' })
  expect((await again.next())?.value).toBe('id: 1\n\n')
})

test('a reader that does not read is cut off, and holds up nobody', async () => {
  const slow = person('admin')
  const request = sendRequest(`${gateway.url}/notifications/stream`, { headers: slow.headers, agent: false }).end()
  const [response] = await once(request, 'response')
  response.on('error', () => {}).pause()
  const other = await open()
  const number = streams.get(slow.headers.authorization) ?? -1
  const text = `data: ${'x'.repeat(100_000)}\n\n`
  for (let told = 0; told < 200 && left.length === 0; told++) {
    tell({ to: [number], text })
    await sleep(5)
  }
  await expect.poll(() => left).toContain(number)
  tell({ to: [other.number], text: 'id: 1\n\n' })
  expect((await other.next())?.value).toBe('id: 1\n\n')
  request.destroy()
})

test('a stream whose token is ended is told nothing more', async () => {
  const reader = person('admin')
  const [ended, other] = await Promise.all([open(reader), open()])
  const told = { to: [ended.number, other.number], text: 'id: 1\n\n' }
  tell(told)
  for (const { next } of [ended, other]) expect((await next())?.value).toBe('id: 1\n\n')
  const tokensEnded = eventOf(TokensEnded, { userId: reader.id, tokensInvalidBefore: Math.floor(Date.now() / 1000) + 1 })
  await gateway.bus.publish([tokensEnded])
  tell(told)
  expect(await ended.next()).toEqual({ done: true, value: undefined })
  await expect.poll(() => left).toContain(ended.number)
  expect((await other.next())?.value).toBe('id: 1\n\n')
  expect(gateway.logLines.filter((line) => JSON.parse(line).level >= 40)).toEqual([])
})

test('a stream that is refused is refused, and one that its service answers by itself comes that way', async () => {
  const { notifications } = gateway.upstreams
  const onLine = notifications.answer
  notifications.answer = (request, response) => {
    if (request.url?.startsWith('/internal/')) onLine(request, response)
    else response.writeHead(429, { 'content-type': 'application/problem+json' }).end('{}')
  }
  expect((await open()).status).toBe(429)
  notifications.answer = (request, response) => {
    if (request.url?.startsWith('/internal/')) onLine(request, response)
    else response.writeHead(200, { 'content-type': 'text/event-stream' }).write(BEGINNING)
  }
  expect((await open()).status).toBe(200)
  expect(left).toEqual([])
})

function replicaOf({ upstreams: { notifications } }: GatewayUnderTest) {
  const ready = { method: 'GET', path: '/readyz', below: 400 } as const
  const { url } = notifications
  const replica = createReplica({ origin: url, host: new URL(url).host, answerTimeoutMs: 1_000, ready })
  return { replica, ask: () => replica.request('streams', { method: 'GET', path: '/notifications/stream', headers: {} }, () => {}) }
}

/** Has a stream of a replica passed on as the gateway does. Nobody reads it before `hear`, which reads it to its end. */
async function passingOn(prepare: (stream: number, connection: Socket) => Promise<void>) {
  const { replica, ask } = replicaOf(gateway)
  const passing = Promise.withResolvers<{ stream: number; body: Readable; response: ServerResponse; connection: Socket }>()
  const server = createServer(async ({ socket: connection }, response) => {
    const answer = await ask()
    const [stream = -1] = streams.values()
    const body = answer.body as Readable
    response.useChunkedEncodingByDefault = false
    await prepare(stream, connection)
    body.pipe(response)
    answer.passedBy?.(response)
    passing.resolve({ stream, body, response, connection })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const asked = sendRequest({ port: (server.address() as AddressInfo).port, agent: false }).end()
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>
  onTestFinished(() => replica.destroy().then(() => void server.close()))
  return { ...(await passing.promise), hear: async () => (await text((await answered)[0])).replace(/x+/, 'x') }
}

test('what a stream is told overtakes nothing that waits for its connection', async () => {
  const { stream, connection, hear } = await passingOn(async (number, socket) => {
    tell({ to: [number], text: 'x'.repeat(100_000) }, { to: [number], text: 'id: 1\n\n' })
    await sleep(50)
    socket.cork()
  })
  tell({ to: [stream], text: 'id: 2\n\n' })
  await sleep(50)
  connection.uncork()
  tell({ to: [stream] })
  expect(await hear()).toBe(`${BEGINNING}xid: 1\n\nid: 2\n\n`)
})

test('a stream that the gateway has ended is told nothing more, even while what it was told waits for its reader', async () => {
  const { stream, body, response, connection, hear } = await passingOn(async () => {})
  const deadline = performance.now() + 10_000
  while (connection.writableLength === 0 && performance.now() < deadline) {
    tell({ to: [stream], text: 'x'.repeat(100_000) })
    await sleep(5)
  }
  body.unpipe(response)
  response.end()
  tell({ to: [stream], text: 'id: 1\n\n' })
  await sleep(50)
  expect(connection.writableLength).toBeGreaterThan(0)
  expect(await hear()).toBe(`${BEGINNING}x`)
})

test('a replica that is let go ends its line with its streams: nobody could tell it any more who has left', async () => {
  const { replica, ask } = replicaOf(gateway)
  const answers = await Promise.all([ask(), ask()])
  const ended = Promise.all(answers.map(({ body }) => text(body as Readable)))
  const broken = lines[0] && once(lines[0], 'close')
  replica.retire()
  expect(await ended).toEqual([BEGINNING, BEGINNING])
  await broken
  expect(replica.busyWith('streams')).toBe(0)
})
