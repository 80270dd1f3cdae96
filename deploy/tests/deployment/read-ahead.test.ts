import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { filesOf } from '../../backup/files.ts'
import { readAhead } from '../../backup/read-ahead.ts'
import { type StoreUnderTest, storeUnderTest } from '../local/store-under-test.ts'

/** Latency of the simulated store, in ms. It makes concurrent requests overlap. */
const LATENCY_MS = 20
/** Indexes of a large file and of a file that is not in the store. */
const LARGE = 5
const MISSING = 17
let store: StoreUnderTest
let slow: Server
let config: Parameters<typeof filesOf>[0]
/** Number of requests that the slow store is handling now, and the largest number so far. */
let waiting = 0
let mostWaiting = 0
/** SHA-256 hashes of the stored files. */
const written = new Map<string, string>()

beforeAll(async () => {
  store = await storeUnderTest('local')
  const { hostname, port } = new URL(store.urlOf(''))
  slow = createServer(async ({ url, method, headers }, response) => {
    waiting += 1
    mostWaiting = Math.max(mostWaiting, waiting)
    await sleep(LATENCY_MS)
    const forwarded = request({ hostname, port, path: url, method, headers }, (forwardedResponse) => {
      response.writeHead(forwardedResponse.statusCode ?? 502, forwardedResponse.headers)
      forwardedResponse.pipe(response)
    })
    forwarded.end()
    response.once('close', () => {
      waiting -= 1
    })
  }).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  for (let index = 0; index < 40; index += 1) {
    if (index === MISSING) continue
    const bytes = randomBytes(index === LARGE ? 6_000_000 : index * 1_000)
    await store.client.putObject(store.bucket, keyOf(index), bytes, bytes.length, { 'Content-Type': 'application/pdf' })
    written.set(keyOf(index), createHash('sha256').update(bytes).digest('hex'))
  }
  config = {
    S3_ENDPOINT: `http://127.0.0.1:${(slow.address() as AddressInfo).port}`,
    S3_ACCESS_KEY: store.accessKey,
    S3_SECRET_KEY: store.secretKey,
    S3_REGION: 'us-east-1',
    S3_BUCKET: store.bucket,
  }
})
afterAll(async () => {
  slow.close()
  slow.closeAllConnections()
  await store.stop()
})

async function* keysOf(count: number): AsyncGenerator<string> {
  for (let index = 0; index < count; index += 1) yield keyOf(index)
}
const keyOf = (index: number): string => `private/${String(index).padStart(3, '0')}`

it('reads eight files of a slow store at a time, small and large, and yields them in order', async () => {
  const read = new Map<string, string>()
  for await (const { head, body } of readAhead(keysOf(40), filesOf(config))) {
    const digest = createHash('sha256')
    for await (const chunk of body ?? []) digest.update(chunk)
    if (head.kind === 'missing') expect(head.key).toBe(keyOf(MISSING))
    if (head.kind !== 'file') continue
    expect(head.headers).toMatchObject({ 'content-type': 'application/pdf' })
    read.set(head.key, digest.digest('hex'))
  }
  expect([...read]).toEqual([...written])
  expect(mostWaiting).toBe(8)
})

it('yields the files before an unreadable file and then throws', async () => {
  const files = filesOf(config)
  const failing = { read: async (key: string) => (key === keyOf(10) ? Promise.reject(new Error('no such disk')) : files.read(key)) }
  const read: string[] = []
  const reading = async () => {
    for await (const { head, body } of readAhead(keysOf(16), failing)) {
      for await (const _ of body ?? []);
      if (head.kind === 'file') read.push(head.key)
    }
  }
  await expect(reading()).rejects.toThrow('no such disk')
  expect(read).toEqual(Array.from({ length: 10 }, (_, index) => keyOf(index)))
})
