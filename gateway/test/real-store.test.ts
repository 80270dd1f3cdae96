import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createObjectStore, type ObjectStore } from '@app/chassis/storage/object-store.ts'
import { prepareBucket } from '@app/chassis/storage/prepare-bucket.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type GatewayUnderTest, startGatewayUnderTest } from './gateway-under-test.ts'

let gateway: GatewayUnderTest
let front: Server
let store: ObjectStore

/**
 * Starts a proxy in front of the real store. The proxy rejects requests whose `Host` header differs from the proxy's own host. A store with
 * a TLS certificate for one name would reject these requests too.
 */
async function strictHost(endpoint: string): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.headers.host !== `127.0.0.1:${(server.address() as AddressInfo).port}`) return void response.writeHead(421).end()
    const { hostname, port } = new URL(endpoint)
    const { method, url: path, headers } = request
    const behind = httpRequest({ hostname, port, method, path, headers }, (answer) => {
      answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers))
    })
    request.pipe(behind)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

beforeAll(async () => {
  const { endpoint, accessKey, secretKey } = inject('s3')
  front = await strictHost(endpoint)
  const config = {
    S3_ENDPOINT: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
    S3_REGION: 'us-east-1',
    S3_BUCKET: `portal-${crypto.randomUUID().slice(0, 13)}`,
    PUBLIC_URL: 'https://portal.example',
  }
  await prepareBucket(config)
  store = createObjectStore(config)
  gateway = await startGatewayUnderTest({ S3_ENDPOINT: config.S3_ENDPOINT, S3_BUCKET: config.S3_BUCKET })
})
afterAll(async () => {
  await gateway.stop()
  front.closeAllConnections()
  front.close()
})

async function browse(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  const { hostname, port } = new URL(gateway.url)
  const request = httpRequest({ hostname, port, method, path, headers: { host: 'portal.example', ...headers } })
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const text = Buffer.concat(await response.toArray()).toString()
  return { status: response.statusCode, headers: response.headers, text }
}

test.each([
  ['menu.pdf', 'menu.pdf'],
  ['价目表 🙂.pdf', '___ _.pdf'],
  ['قائمة.pdf', '_____.pdf'],
  [`a "quoted" 100% (new)*; it's.pdf`, `a _quoted_ 100_ (new)*; it's.pdf`],
])('a private file can be read only with its signed URL, as %s', async (name, ascii) => {
  const key = `private/documents/${crypto.randomUUID()}.pdf`
  await store.put(key, Readable.from([Buffer.from('%PDF-')], { objectMode: false }), 'application/pdf', AbortSignal.timeout(5_000))
  const address = store.signGet(key, name, 3_600, new Date())
  const fetched = await browse('GET', address)
  expect(fetched).toMatchObject({ status: 200, text: '%PDF-' })
  expect(fetched.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' })
  const [, fallback, whole = ''] =
    /^attachment; filename="([^"]*)"; filename\*=UTF-8''(\S+)$/.exec(fetched.headers['content-disposition'] ?? '') ?? []
  expect([fallback, decodeURIComponent(whole)]).toEqual([ascii, name])

  expect((await browse('GET', store.publicUrl(key))).status).toBe(403)
  expect((await browse('GET', address.replace('attachment', 'inline'))).status).toBe(403)
  expect((await browse('GET', address.replace(/.pdf\?/, '.txt?'))).status).toBe(403)
  const anHourAgo = store.signGet(key, name, 3_600, new Date(Date.now() - 3_601_000))
  expect((await browse('GET', anHourAgo)).status).toBe(403)
})

test.each(['portal.example', '192.168.7.20:8080'])(
  'at %s, signed URLs work with a store on another host and any bucket name',
  async (host) => {
    const [key, headers] = [`private/incoming/${crypto.randomUUID()}.png`, { host, 'content-type': 'image/png' }]
    const address = store.signPut(key, 'image/png', 60)
    expect((await browse('PUT', address, { host, 'content-type': 'text/html' }, 'bytes')).status).toBe(403)
    expect((await browse('PUT', address.replace('.png?', '.jpg?'), headers, 'bytes')).status).toBe(403)
    expect((await browse('PUT', address, headers, 'bytes')).status).toBe(200)
    expect(await store.sizeOf(key)).toBe(5)
    expect(store.keyOf(address)).toBe(key)
    expect(await browse('GET', store.signGet(key, 'a.png', 60, new Date()), { host })).toMatchObject({ status: 200, text: 'bytes' })
  },
)

test('a public file can be read by its URL, and a private file cannot', async () => {
  const body = Readable.from([Buffer.from('a picture')], { objectMode: false })
  await store.put('public/tasks/c.png', body, 'image/png', AbortSignal.timeout(5_000))
  const shown = await browse('GET', store.publicUrl('public/tasks/c.png'))
  expect(shown).toMatchObject({ status: 200, text: 'a picture' })
  expect(shown.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await browse('GET', store.publicUrl('private/documents/a.pdf'))).status).toBe(403)
})

test.each([
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
  ['pdf', 'application/pdf'],
])('a public %s file can be read in ranges, and is never a page of the origin', async (extension, type) => {
  const key = `public/previews/${crypto.randomUUID()}.${extension}`
  const content = Buffer.from('0123456789'.repeat(1_000))
  await store.put(key, Readable.from([content], { objectMode: false }), type, AbortSignal.timeout(5_000))
  const whole = await browse('GET', store.publicUrl(key))
  expect(whole).toMatchObject({ status: 200, text: content.toString() })
  expect(whole.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'content-type': type,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
  const part = await browse('GET', store.publicUrl(key), { range: 'bytes=0-99' })
  expect(part).toMatchObject({ status: 206, text: content.toString('utf8', 0, 100) })
  expect(part.headers).toMatchObject({ 'content-range': 'bytes 0-99/10000', 'content-length': '100', 'content-type': type })
  const end = await browse('GET', store.publicUrl(key), { range: 'bytes=-5' })
  expect([end.status, end.text]).toEqual([206, '56789'])
  expect((await browse('GET', store.publicUrl(key), { range: 'bytes=10000-' })).status).toBe(416)
})
