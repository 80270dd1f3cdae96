import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import type { EventEnvelope } from '@app/chassis/messaging/event.ts'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { claimsOf, person } from '@app/chassis/testing/people.ts'
import { TokensEnded } from '@app/contracts/events/identity.ts'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { eventOf, type GatewayUnderTest, sayHello, startGatewayUnderTest } from './gateway-under-test.ts'

let gateway: GatewayUnderTest
const owner = person('owner')
const MEGABYTE = 1024 * 1024

beforeAll(async () => {
  gateway = await startGatewayUnderTest({ ANSWER_TIMEOUT_MS: '1000' })
})
afterAll(() => gateway.stop())
afterEach(() => {
  for (const upstream of Object.values(gateway.upstreams)) upstream.answer = sayHello
})

const post = (path: string, headers: Record<string, string> = {}, method = 'POST') => {
  const { hostname, port } = new URL(gateway.url)
  return httpRequest({ hostname, port, path, method, headers: { ...owner.headers, ...headers } })
}

async function answerTo(request: ReturnType<typeof post>): Promise<{ status: number; body: string }> {
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of response.setEncoding('utf8')) body += chunk
  return { status: response.statusCode ?? 0, body }
}

const zeros = (bytes: number) =>
  Readable.from(
    (function* () {
      const piece = Buffer.alloc(64 * 1024)
      for (let left = bytes; left > 0; left -= piece.length) yield left < piece.length ? piece.subarray(0, left) : piece
    })(),
  )

const countBytes = (counted: { bytes: number }) => (request: IncomingMessage, response: ServerResponse) => {
  request.on('data', (chunk: Buffer) => {
    counted.bytes += chunk.length
  })
  request.on('end', () => response.writeHead(200, { 'content-length': 2 }).end('ok'))
}

test('the live stream arrives event by event, outlives the timeout, and ends upstream when the client disconnects', {
  tags: 'nightly',
}, async () => {
  let stream: ServerResponse | undefined
  gateway.upstreams.notifications.answer = (_request, response) => {
    stream = response
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n')
  }
  const leaving = new AbortController()
  const answer = await fetch(`${gateway.url}/api/notifications/stream`, {
    headers: { ...owner.headers, 'accept-encoding': 'gzip, br', accept: 'text/event-stream' },
    signal: leaving.signal,
  })
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  expect(answer.headers.get('content-encoding')).toBeNull()
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toBe(': hello\n\n')
  gateway.upstreams.tasks.answer = () => {}
  for (let timedOut = 0; timedOut < 3; timedOut++) {
    expect((await fetch(`${gateway.url}/task/1`, { headers: owner.headers })).status).toBe(504)
  }
  for (const n of [1, 2, 3]) {
    stream?.write(`id: ${n}\ndata: {}\n\n`)
    expect((await reader?.read())?.value).toBe(`id: ${n}\ndata: {}\n\n`)
  }
  const closed = once(stream as ServerResponse, 'close')
  leaving.abort()
  await closed
})

test('a live stream ends, also at its service, when its token is revoked; others continue', async () => {
  const atService = new Map<string, ServerResponse>()
  gateway.upstreams.notifications.answer = ({ headers }, response) => {
    atService.set(headers.authorization ?? '', response)
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n')
  }
  const somebody = person('owner')
  const open = async ({ headers }: typeof somebody) => {
    const answer = await fetch(`${gateway.url}/notifications/stream`, { headers })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe(': hello\n\n')
    return { next: () => reader?.read(), service: atService.get(headers.authorization) as ServerResponse }
  }
  const [out, elsewhere, strange] = await Promise.all([open(somebody), open(person('owner', somebody.id)), open(owner)])
  const end = async ({ next, service }: typeof out, event: EventEnvelope) => {
    const closed = once(service, 'close')
    await gateway.bus.publish([event])
    expect(await next()).toEqual({ done: true, value: undefined })
    await closed
  }
  const { jti: tokenId, exp: expiresAt } = claimsOf(somebody.headers.authorization)
  await end(out, eventOf(TokensEnded, { userId: somebody.id, session: { tokenId, expiresAt } }))
  await end(elsewhere, eventOf(TokensEnded, { userId: somebody.id, tokensInvalidBefore: Math.floor(Date.now() / 1000) + 1 }))
  strange.service.write('id: 1\n\n')
  expect((await strange.next())?.value).toBe('id: 1\n\n')
  strange.service.destroy()
})

test('a stream ends if its client disconnected before the response began', async () => {
  let begin: (() => void) | undefined
  const ended = new Promise<void>((resolve) => {
    gateway.upstreams.notifications.answer = (_request, response) => {
      response.once('close', resolve)
      begin = () => response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n')
    }
  })
  const leaving = new AbortController()
  const request = fetch(`${gateway.url}/notifications/stream`, { headers: owner.headers, signal: leaving.signal })
  await expect.poll(() => begin).toBeDefined()
  leaving.abort()
  await expect(request).rejects.toThrow()
  begin?.()
  await ended
})

test('a 50 MB upload streams: the process grows by less than 64 MB', { tags: 'nightly' }, async () => {
  const counted = { bytes: 0 }
  let peak = 0
  gateway.upstreams.tasks.answer = (request, response) => {
    countBytes(counted)(request, response)
    request.on('data', () => {
      peak = Math.max(peak, process.memoryUsage.rss())
    })
  }
  const size = 50 * MEGABYTE
  const upload = async () => {
    const request = post('/api/task/create-task', { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(size) })
    zeros(size).pipe(request)
    return answerTo(request)
  }
  expect((await upload()).status).toBe(200)
  const before = process.memoryUsage.rss()
  peak = before
  expect((await upload()).body).toBe('ok')
  expect(counted.bytes).toBe(2 * size)
  expect((peak - before) / MEGABYTE).toBeLessThan(64)
})

test('a form arrives unchanged', async () => {
  let received = Buffer.alloc(0)
  let type: string | undefined
  gateway.upstreams.tasks.answer = async (request, response) => {
    type = request.headers['content-type']
    received = Buffer.concat(await request.toArray())
    response.end('{}')
  }
  const form = await multipart({ title: 'Ünï' }, { referenceImage: new Uint8Array(70_000).fill(9) })
  const request = post('/task/create-task', form.headers)
  request.end(form.payload)
  expect((await answerTo(request)).status).toBe(200)
  expect(type).toBe(form.headers['content-type'])
  expect(received.equals(form.payload)).toBe(true)
})

test('an error response in the middle of an upload reaches the client', async () => {
  gateway.upstreams.tasks.answer = (request, response) => {
    request.once('data', () => {
      response.writeHead(415, { 'content-type': 'application/problem+json' }).end('{"message":"Only image files are allowed."}')
      request.resume()
    })
  }
  for (let i = 0; i < 5; i++) {
    const size = 10 * MEGABYTE
    const request = post('/task/create-task', { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(size) })
    const answer = answerTo(request)
    zeros(size).pipe(request)
    expect(await answer).toEqual({ status: 415, body: '{"message":"Only image files are allowed."}' })
  }
})

test('bodies over the limit are rejected, with and without Content-Length', { tags: 'nightly' }, async () => {
  /** Each request has its own counter, because bytes of the previous request may still arrive during the next one. */
  const countFrom = () => {
    const counted = { bytes: 0 }
    const { tasks, identity, store } = gateway.upstreams
    for (const upstream of [tasks, identity, store]) upstream.answer = countBytes(counted)
    return counted
  }
  const signed = '/files/private/a?X-Amz-Signature=a'
  const refusal = (limit: string) => expect.objectContaining({ status: 413, body: expect.stringContaining(`larger than ${limit}`) })
  const attempts: [string, string, string, number, string][] = [
    ['POST', '/auth', 'application/json', MEGABYTE + 1, '4 kB'],
    ['POST', '/task/create-task', 'multipart/form-data; boundary=x', 90 * MEGABYTE + 1, '90 MB'],
    ['PUT', signed, 'image/png', 55 * MEGABYTE + 1, '55 MB'],
  ]
  for (const [method, path, type, size, limit] of attempts) {
    const ofAnnounced = countFrom()
    const announced = post(path, { 'content-type': type, 'content-length': String(size) }, method)
    announced.on('error', () => {})
    const answer = answerTo(announced)
    announced.flushHeaders()
    expect(await answer, path).toEqual(refusal(limit))
    announced.destroy()
    expect(ofAnnounced.bytes).toBe(0)

    const ofChunked = countFrom()
    const chunked = post(path, { 'content-type': type, 'transfer-encoding': 'chunked' }, method)
    chunked.on('error', () => {})
    const late = answerTo(chunked)
    zeros(size + 3 * MEGABYTE).pipe(chunked)
    expect(await late, path).toEqual(refusal(limit))
    expect(ofChunked.bytes).toBeLessThanOrEqual(size)
  }
})

test('a form of a preview may contain ten videos of 200 MB with their posters and frames', { tags: 'nightly' }, async () => {
  const counted = { bytes: 0 }
  gateway.upstreams.tasks.answer = countBytes(counted)
  const send = (size: number) =>
    post('/admin/tasks/1/previews', {
      ...person('admin').headers,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(size),
    })
  const size = 91 * MEGABYTE
  const accepted = send(size)
  zeros(size).pipe(accepted)
  expect((await answerTo(accepted)).status).toBe(200)
  expect(counted.bytes).toBe(size)
  const refused = send(2_161 * MEGABYTE + 1)
  refused.on('error', () => {})
  const answer = answerTo(refused)
  refused.flushHeaders()
  expect(await answer).toMatchObject({ status: 413, body: expect.stringContaining('larger than 2161 MB') })
  refused.destroy()
})

test('an upload ends at the service when the client disconnects', async () => {
  const arrived = Promise.withResolvers<void>()
  const ended = new Promise<boolean>((resolve) => {
    gateway.upstreams.tasks.answer = (request) => {
      request.once('close', () => resolve(request.complete)).on('data', () => arrived.resolve())
    }
  })
  const request = post('/task/create-task', { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(5 * MEGABYTE) })
  request.on('error', () => {})
  request.write(Buffer.alloc(MEGABYTE))
  await arrived.promise
  request.destroy()
  expect(await ended).toBe(false)
})

test('a stopping gateway ends open streams instead of waiting for them', { tags: 'nightly' }, async () => {
  const stopping = await startGatewayUnderTest()
  stopping.upstreams.notifications.answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n')
  }
  const answer = await fetch(`${stopping.url}/notifications/stream`, { headers: owner.headers })
  const reader = answer.body?.getReader()
  await reader?.read()
  const ended = reader?.read()
  const stopped = stopping.stop()
  expect(await ended).toEqual({ done: true, value: undefined })
  await stopped
})

test('an upload through a stopping gateway gets a response, and ends at the service', { tags: 'nightly' }, async () => {
  const stopping = await startGatewayUnderTest({ STOP_LIMIT_MS: '4000' })
  const reached = Promise.withResolvers<IncomingMessage>()
  stopping.upstreams.tasks.answer = (request) => reached.resolve(request.resume())
  const { hostname, port } = new URL(stopping.url)
  const headers = { ...owner.headers, 'content-type': 'multipart/form-data; boundary=x', 'content-length': '50000000' }
  const upload = httpRequest({ hostname, port, path: '/task/create-task', method: 'POST', headers })
  upload.on('error', () => {})
  upload.write(Buffer.alloc(MEGABYTE))
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>
  // This slow upload lasts until the gateway has stopped.
  const dribble = setInterval(() => upload.write(Buffer.alloc(10_000)), 20)
  onTestFinished(() => clearInterval(dribble))
  const arriving = await reached.promise
  const stopped = stopping.stop()
  const [answer] = await answered
  expect(answer.statusCode).toBe(503)
  expect(answer.headers).toMatchObject({ connection: 'close', 'retry-after': '1' })
  expect(await json(answer)).toMatchObject({ code: 'stopping' })
  await stopped
  expect(arriving.complete).toBe(false)
})
