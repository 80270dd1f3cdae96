import { createHash } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { Client } from 'minio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Presigned, presign } from './presign.ts'
import { addressOf, publicFolderPolicy, type StoreUnderTest, storeUnderTest } from './store-under-test.ts'

let store: StoreUnderTest

beforeAll(async () => {
  store = await storeUnderTest()
  await store.client.setBucketPolicy(store.bucket, publicFolderPolicy(store.bucket))
  await store.client.putObject(store.bucket, 'private/plan.txt', 'the plan', undefined, { 'Content-Type': 'text/plain' })
  await store.client.putObject(store.bucket, 'public/logo.svg', '<svg/>')
})
afterAll(() => store.stop())

function sign(method: string, key: string, more: Partial<Presigned> = {}, { urlOf, accessKey, secretKey } = store): string {
  return presign({ method, url: urlOf(key), accessKey, secretKey, ...more })
}

async function statusOf(url: string, init?: RequestInit): Promise<string> {
  const reply = await fetch(url, init)
  return `${reply.status} ${/<Code>(\w+)<\/Code>/.exec(await reply.text())?.[1] ?? ''}`.trim()
}

/** Sends a request with the unmodified path. `fetch` would resolve dot segments. */
async function rawStatus(path: string, headers: Record<string, string> = {}): Promise<number> {
  const { hostname, port } = new URL(store.urlOf(''))
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  httpRequest({ hostname, port, path, headers }, (reply) => {
    reply.resume()
    resolve(reply.statusCode ?? 0)
  })
    .on('error', reject)
    .end()
  return promise
}

const minutes = (count: number) => new Date(Date.now() + count * 60_000)
const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`

describe('signed downloads', () => {
  it.each(['Budget 2026.pdf', 'Überblick – Zoë’s “plan” (50%).pdf', `it's+a&b=c;*!.txt`, '計画.docx'])(
    'have the file name %s',
    async (name) => {
      const disposition = `attachment; filename="file"; filename*=UTF-8''${encodeURIComponent(name).replace(/[!'()*]/g, hex)}`
      const url = await store.client.presignedGetObject(store.bucket, 'private/plan.txt', 60, {
        'response-content-disposition': disposition,
        'response-content-type': 'application/pdf',
      })
      const reply = await fetch(url)
      expect(reply.status).toBe(200)
      expect(reply.headers.get('content-disposition')).toBe(disposition)
      expect(reply.headers.get('content-type')).toBe('application/pdf')
      expect(await reply.text()).toBe('the plan')
    },
  )

  it('cannot be renamed without the secret key', async () => {
    const signed = await store.client.presignedGetObject(store.bucket, 'private/plan.txt', 60)
    expect(await statusOf(`${signed}&response-content-type=text/html`)).toBe('403 SignatureDoesNotMatch')
  })
})

describe('signed uploads', () => {
  it('store the body and the type', async () => {
    const url = await store.client.presignedPutObject(store.bucket, 'private/upload ü.png', 60)
    const sent = await fetch(url, { method: 'PUT', body: 'pixels', headers: { 'content-type': 'image/png' } })
    expect(sent.headers.get('etag')).toBe(`"${createHash('md5').update('pixels').digest('hex')}"`)
    const stat = await store.client.statObject(store.bucket, 'private/upload ü.png')
    expect(stat).toMatchObject({ size: 6, metaData: { 'content-type': 'image/png' } })
  })

  it('accept only the signed content type', async () => {
    const url = sign('PUT', 'private/typed', { headers: { 'content-type': 'image/png' } })
    const send = (type: string) => statusOf(url, { method: 'PUT', body: 'pixels', headers: { 'content-type': type } })
    expect(await send('text/html')).toBe('403 SignatureDoesNotMatch')
    await expect(store.client.statObject(store.bucket, 'private/typed')).rejects.toMatchObject({ code: 'NotFound' })
    expect(await send('image/png')).toBe('200')
  })

  it('reject a body that does not match the hash in the headers', async () => {
    const md5 = createHash('md5').update('promised').digest('base64')
    const url = sign('PUT', 'private/promised')
    expect(await statusOf(url, { method: 'PUT', body: 'sent', headers: { 'content-md5': md5 } })).toBe('400 BadDigest')
    const sha256 = createHash('sha256').update('promised').digest('hex')
    const headers = { 'x-amz-content-sha256': sha256 }
    expect(await statusOf(sign('PUT', 'private/promised', { headers }), { method: 'PUT', body: 'sent', headers })).toMatch(/^40[03] /)
    await expect(store.client.statObject(store.bucket, 'private/promised')).rejects.toMatchObject({ code: 'NotFound' })
  })
})

describe('the store rejects', () => {
  it('a method, key, bucket, host or secret that differs from the signed one', async () => {
    const signed = sign('GET', 'private/plan.txt')
    expect(await statusOf(signed)).toBe('200')
    expect(await statusOf(signed, { method: 'DELETE' })).toBe('403 SignatureDoesNotMatch')
    expect(await statusOf(signed.replace('plan.txt', 'other.txt'))).toBe('403 SignatureDoesNotMatch')
    expect(await statusOf(signed.replace(store.bucket, 'other-bucket'))).toMatch(/^40[34] /)
    expect(await statusOf(signed.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toBe('403 SignatureDoesNotMatch')
    expect(await statusOf(signed.replace(/X-Amz-Expires=60/, 'X-Amz-Expires=600'))).toBe('403 SignatureDoesNotMatch')
    expect(await statusOf(sign('GET', 'private/plan.txt', { secretKey: 'guess' }))).toBe('403 SignatureDoesNotMatch')
    expect(await statusOf(sign('GET', 'private/plan.txt', { accessKey: 'nobody' }))).toBe('403 InvalidAccessKeyId')
    const { pathname, search } = new URL(signed)
    expect(await rawStatus(pathname + search, { host: 'elsewhere.example' })).toBe(403)
  })

  it('signed URLs that have expired or are valid for more than a week', async () => {
    expect(await statusOf(sign('GET', 'private/plan.txt', { at: minutes(-2) }))).toBe('403 AccessDenied')
    expect(await statusOf(sign('GET', 'private/plan.txt', { expires: 604_801 }))).toMatch(/^40[03] /)
  })

  it('requests whose signing time differs from the current time by more than 15 minutes', async () => {
    const url = sign('GET', 'private/plan.txt')
    const { host } = new URL(url)
    const time = minutes(-16)
      .toISOString()
      .replace(/[-:]|\.\d+/g, '')
    const credential = `${store.accessKey}/${time.slice(0, 8)}/us-east-1/s3/aws4_request`
    const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${'0'.repeat(64)}`
    const headers = { authorization, host, 'x-amz-date': time, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
    expect(await statusOf(store.urlOf('private/plan.txt'), { headers })).toBe('403 RequestTimeTooSkewed')
  })

  it('clients with the wrong secret', async () => {
    const endpoint = new URL(store.urlOf(''))
    const stranger = new Client({ ...addressOf(endpoint), accessKey: store.accessKey, secretKey: 'guess', region: 'us-east-1' })
    await expect(stranger.getObject(store.bucket, 'private/plan.txt')).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' })
    await expect(stranger.putObject(store.bucket, 'private/mine', 'x')).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' })
  })

  it('paths that leave the folder', async () => {
    for (const path of [
      'public/../private/plan.txt',
      'public/..%2fprivate/plan.txt',
      'public/%2e%2e/private/plan.txt',
      'public/..%5cprivate',
      'public/%00',
      'public/%ff',
      '../../../../etc/passwd',
    ]) {
      const status = await rawStatus(`/${store.bucket}/${path}`)
      expect(status, path).toBeGreaterThanOrEqual(400)
      expect(status, path).toBeLessThan(500)
    }
    expect(await text(await store.client.getObject(store.bucket, 'private/plan.txt'))).toBe('the plan')
  })
})

/** Only some S3 servers reject the following requests, so the product must not rely on the rejection. */
describe('the store of the local run also rejects', () => {
  let own: StoreUnderTest
  beforeAll(async () => {
    own = await storeUnderTest('local')
    await own.client.setBucketPolicy(own.bucket, publicFolderPolicy(own.bucket))
    await own.client.putObject(own.bucket, 'public/logo.svg', '<svg/>')
  })
  afterAll(() => own.stop())

  it('response header overrides without a signature', async () => {
    expect(await statusOf(own.urlOf('public/logo.svg?response-content-disposition=attachment'))).toBe('403 AccessDenied')
  })

  it('x-amz- headers that are not signed', async () => {
    const headers = { 'x-amz-copy-source': `${own.bucket}/public/logo.svg` }
    expect(await statusOf(sign('PUT', 'private/copied', {}, own), { method: 'PUT', headers })).toMatch(/^403 /)
  })

  it('signed URLs that are not valid yet', async () => {
    expect(await statusOf(sign('GET', 'public/logo.svg', { at: minutes(20) }, own))).toBe('403 AccessDenied')
  })
})
