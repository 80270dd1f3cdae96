import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { type App, createApp } from '@app/chassis/http/app.ts'
import { isNotModified } from '@app/chassis/http/not-modified.ts'
import { testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

let app: App
const large = { text: 'A sentence or two more about it. '.repeat(5_000) }
const open = { access: 'public' } as object

beforeAll(async () => {
  const { log } = recordingLogger()
  app = await createApp({ log, ...testTokens, checks: {} })
  app.get('/large', open, async () => large)
  app.get('/larger', open, async () => ({ text: large.text.repeat(10) }))
  app.get('/small', open, async () => ({ text: 'x'.repeat(900) }))
  app.get('/picture', open, async (_request, reply) => reply.type('image/png').send(Buffer.alloc(5_000)))
  app.get('/events', open, async (_request, reply) => reply.type('text/event-stream').send(Readable.from(['data: 1\n\n'])))
  app.get('/tagged', open, async (request, reply) => (isNotModified(request, reply, 'W/"1"') ? reply.code(304).send() : reply.send(large)))
  app.get<{ Params: { length: number } }>('/text/:length', open, async (request, reply) =>
    reply.type('application/json; charset=utf-8').send(textOf(request.params.length)),
  )
})
afterAll(() => app.close())

/** A different text for each length, with characters of one, two and four bytes. */
const textOf = (length: number) => JSON.stringify(`${length} é 🌴 `.repeat(length / 8))

const ask = (url: string, encodings?: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { ...headers, ...(encodings !== undefined && { 'accept-encoding': encodings }) } })

it.each([
  ['Chrome and Firefox', 'gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
  ['Safari', 'gzip, deflate, br', 'br', brotliDecompressSync],
  ['an old client', 'gzip', 'gzip', gunzipSync],
  ['a client that rejects zstd', 'br;q=0.5, zstd;q=0', 'br', brotliDecompressSync],
])('%s accepts "%s" and gets JSON in %s', async (_client, encodings, encoding, decompress) => {
  const response = await ask('/large', encodings)
  expect(response.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
  expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length)
  expect(JSON.parse(decompress(response.rawPayload).toString())).toEqual(large)
})

it('a response of more than 1 MB is compressed as a stream', async () => {
  const response = await ask('/larger', 'zstd')
  expect(response.headers['content-length']).toBeUndefined()
  expect(JSON.parse(zstdDecompressSync(response.rawPayload).toString()).text).toHaveLength(large.text.length * 10)
})

it.each([
  ['a request without Accept-Encoding', '/large', undefined],
  ['a small response', '/small', 'zstd'],
  ['a picture', '/picture', 'zstd'],
  ['an event stream', '/events', 'zstd'],
])('%s is not compressed', async (_what, url, encodings) => {
  const response = await ask(url, encodings)
  expect([response.statusCode, response.headers['content-encoding']]).toEqual([200, undefined])
})

it('an ETag is valid for every encoding, and a matching If-None-Match gets a 304 without a body', async () => {
  for (const encodings of ['zstd', 'br', undefined]) {
    const response = await ask('/tagged', encodings)
    expect(response.headers).toMatchObject({ etag: 'W/"1"', 'cache-control': 'private, no-cache', vary: 'accept-encoding' })
    const known = await ask('/tagged', encodings, { 'if-none-match': 'W/"1"' })
    expect([known.statusCode, known.body, known.headers['content-encoding']]).toEqual([304, '', undefined])
    expect((await ask('/tagged', encodings, { 'if-none-match': 'W/"2"' })).statusCode).toBe(200)
  }
})

it.each([
  ['zstd', zstdDecompressSync],
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('concurrent responses that are compressed with %s contain the requested texts', async (encoding, decompress) => {
  const lengths = [80_000, 1_200, 160_000, 100, 400_000, 2_000]
  const responses = await Promise.all(lengths.map((length) => ask(`/text/${length}`, encoding)))
  for (const [at, { headers, rawPayload }] of responses.entries()) {
    const text = textOf(lengths[at] ?? 0)
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' })
    expect(headers['content-encoding']).toBe(text.length < 1_024 ? undefined : encoding)
    expect((headers['content-encoding'] ? decompress(rawPayload) : rawPayload).toString() === text).toBe(true)
  }
})

it.each([[undefined], ['identity'], ['zstd;q=0']])('a text is not compressed for a client that accepts %s', async (encodings) => {
  const { headers, body } = await ask('/text/80000', encodings)
  expect([headers['content-encoding'], body === textOf(80_000)]).toEqual([undefined, true])
})

it('a text of more than 1 MB is compressed as a stream', async () => {
  const { headers, rawPayload } = await ask('/text/1200000', 'zstd')
  expect([headers['content-encoding'], headers['content-length']]).toEqual(['zstd', undefined])
  expect(zstdDecompressSync(rawPayload).toString() === textOf(1_200_000)).toBe(true)
})
