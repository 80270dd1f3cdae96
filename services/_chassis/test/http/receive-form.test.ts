import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { type App, createApp } from '@app/chassis/http/app.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import forms, { type ReceivedForm, withForm } from '@app/chassis/http/receive-form.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { BLOCK_MAX_MS, longestEventLoopBlock } from '@app/chassis/testing/event-loop.ts'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { testTokens } from '@app/chassis/testing/people.ts'
import { png, undecodableJpeg } from '@app/chassis/testing/pictures.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { createTestStore } from '@app/chassis/testing/store.ts'
import { defineRoute } from '@app/contracts/define.ts'
import * as Type from 'typebox'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'

const route = defineRoute({
  id: 'upload',
  service: 'tasks',
  method: 'POST',
  url: '/upload',
  access: 'public',
  summary: 'A test',
  schema: { response: { 200: Type.Object({}) } },
  form: {
    fields: Type.Object({ number: Type.Optional(Type.String({ pattern: '^[0-9]+$' })) }),
    files: {
      first: { kind: 'photo', maxBytes: 1_000_000, refusal: 'No photo' },
      second: { kind: 'photo', maxBytes: 50_000_000, refusal: 'No photo' },
    },
  },
})

let store: ObjectStore
beforeEach(async () => {
  store = await createTestStore()
})

async function keptFiles(): Promise<number> {
  let count = 0
  for await (const _ of store.list('')) count++
  return count
}

interface Uploads {
  app: App
  lines: string[]
}

async function startUploads(use: () => Promise<object> = async () => ({}), timeLimitMs?: number): Promise<Uploads> {
  const handle = async ({ acceptFiles }: ReceivedForm<typeof route>) => {
    await acceptFiles()
    return use()
  }
  const { log, lines } = recordingLogger()
  const app = await createApp({ log, ...testTokens, checks: {} })
  await app.register(forms)
  app.route({ ...route, handler: (received) => withForm(received, route, { store, prefix: 'public/tests/' }, handle, timeLimitMs) })
  onTestFinished(() => app.close())
  return { app, lines }
}

const part = (name: string) =>
  `--test-boundary\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`

async function sendHalf(app: App) {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const headers = { 'content-type': 'multipart/form-data; boundary=test-boundary', 'content-length': '40000000' }
  const upload = request({ host: '127.0.0.1', port, method: 'POST', path: '/upload', headers })
  upload.on('error', () => {})
  upload.write(part('first'))
  upload.write(png())
  upload.write(`\r\n${part('second')}`)
  upload.write(png())
  upload.write(Buffer.alloc(6_000_000))
  return upload
}

/** The interruption must be logged once. Nothing may be logged above the level info, and no file may be left. */
async function expectInterrupted(lines: readonly string[]): Promise<void> {
  await expect.poll(() => lines.filter((line) => line.includes('upload-aborted')), { timeout: 10_000 }).toHaveLength(1)
  await expect.poll(keptFiles, { timeout: 10_000 }).toBe(0)
  const levels = lines.map((line) => JSON.parse(line).level)
  expect(Math.max(...levels)).toBeLessThanOrEqual(30)
}

it('an upload that the client aborts is logged as a rejected request and leaves no file', { tags: 'nightly' }, async () => {
  const { app, lines } = await startUploads()
  const upload = await sendHalf(app)
  await expect.poll(keptFiles, { timeout: 10_000 }).toBe(1)
  upload.destroy()
  await expectInterrupted(lines)
})

it('an upload that makes no progress is ended at the time limit and leaves no file', { tags: 'nightly' }, async () => {
  const { app, lines } = await startUploads(undefined, 1_000)
  const upload = await sendHalf(app)
  const [response] = (await once(upload, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(400)
  expect(await json(response)).toMatchObject({ message: 'The upload was interrupted.' })
  upload.destroy()
  await expectInterrupted(lines)
})

it.each([
  ['rejected', 409, 0, new AppError('taken', 'conflict', 'Somebody was faster.')],
  ['possibly committed, because the connection was lost', 503, 1, new Error('Connection terminated unexpectedly')],
])('a form that is %s gets a %i, and %i files remain', async (_what, status, files, failure) => {
  const { app } = await startUploads(() => Promise.reject(failure))
  const response = await app.inject({ method: 'POST', url: '/upload', ...(await multipart({}, { first: png() })) })
  expect(response.statusCode).toBe(status)
  expect(await keptFiles()).toBe(files)
})

it('a stop waits for an upload that is running', async () => {
  const { app } = await startUploads()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const { payload, headers } = await multipart({}, { first: png() })
  const upload = request({ host: '127.0.0.1', port, method: 'POST', path: '/upload', headers })
  const responded = once(upload, 'response') as Promise<[IncomingMessage]>
  const reached = once(app.server, 'request')
  upload.write(payload.subarray(0, 100))
  await reached
  const closed = app.closeWithin(10_000)
  upload.end(payload.subarray(100))
  const [response] = await responded
  expect(response.statusCode).toBe(200)
  expect(response.headers.connection).toBe('close')
  response.resume()
  await closed
  expect(await keptFiles()).toBe(1)
})

it('an upload that takes longer than the drain gets a 503 and leaves no file', async () => {
  let uses = 0
  const { app } = await startUploads(async () => ({ uses: uses++ }))
  const upload = await sendHalf(app)
  const responded = once(upload, 'response') as Promise<[IncomingMessage]>
  const slowClient = setInterval(() => upload.write(Buffer.alloc(1_000)), 20)
  onTestFinished(() => clearInterval(slowClient))
  await expect.poll(keptFiles, { timeout: 10_000 }).toBe(1)

  const closed = app.closeWithin(300)
  const [response] = await responded
  expect(response.statusCode).toBe(503)
  expect(response.headers).toMatchObject({ connection: 'close', 'retry-after': '1' })
  expect(await json(response)).toMatchObject({ code: 'stopping' })
  await closed
  await expect.poll(keptFiles, { timeout: 10_000 }).toBe(0)
  expect(uses).toBe(0)
})

it('the connection can be reused after a form was rejected before most of it had arrived', async () => {
  const { app } = await startUploads()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const begin = `${part('first')}no picture at all, ${'x'.repeat(200_000)}`
  const rest = Buffer.alloc(3_000_000)
  const headers = { 'content-type': 'multipart/form-data; boundary=test-boundary', 'content-length': begin.length + rest.length }
  const upload = request({ host: '127.0.0.1', port, agent, method: 'POST', path: '/upload', headers })
  upload.write(begin)
  // The client sends the rest of the body only after the response.
  const [refused] = (await once(upload, 'response')) as [IncomingMessage]
  expect([refused.statusCode, (await json(refused)) as object]).toMatchObject([415, { code: 'unsupported-file' }])
  upload.end(rest)
  await once(upload, 'close', { signal: AbortSignal.timeout(5_000) })
  const next = request({ host: '127.0.0.1', port, agent, path: '/healthz', signal: AbortSignal.timeout(5_000) }).end()
  const [response] = (await once(next, 'response')) as [IncomingMessage]
  expect(next.reusedSocket).toBe(true)
  expect(response.resume().statusCode).toBe(200)
})

it.each(['-', 'b', '"b"', 'b; charset=utf-8'])(
  'a form with many empty parts and the boundary %s is rejected without blocking the event loop',
  async (boundary) => {
    const { app } = await startUploads()
    const payload = `\r\n--${boundary.replace(/"|;.*/g, '')}`.repeat(200_000)
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const block = await longestEventLoopBlock(async () => {
      expect((await app.inject({ method: 'POST', url: '/upload', headers, payload })).statusCode).toBe(400)
    })
    expect(block).toBeLessThan(BLOCK_MAX_MS)
  },
)

describe('an invalid field', () => {
  async function putsOf(form: FormData): Promise<{ status: number; puts: number; uses: number }> {
    let [puts, uses] = [0, 0]
    const { put } = store
    store = {
      ...store,
      put: (...upload) => {
        puts++
        return put(...upload)
      },
    }
    const { app } = await startUploads(async () => ({ uses: uses++ }))
    const sent = new Request('http://test/', { method: 'POST', body: form })
    const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
    const { statusCode } = await app.inject({ method: 'POST', url: '/upload', headers, payload: Buffer.from(await sent.arrayBuffer()) })
    expect(await keptFiles()).toBe(0)
    return { status: statusCode, puts, uses }
  }
  const picture = () => new File([undecodableJpeg()], 'a.jpg')

  it('before a file is rejected before the file is stored', async () => {
    const form = new FormData()
    form.append('number', 'x')
    form.append('first', picture())
    expect(await putsOf(form)).toEqual({ status: 400, puts: 0, uses: 0 })
  })

  it('after a file is rejected before the file is decoded', async () => {
    const form = new FormData()
    form.append('first', picture())
    form.append('number', 'x')
    // A decoded file would get status 415.
    expect(await putsOf(form)).toEqual({ status: 400, puts: 1, uses: 0 })
  })
})
