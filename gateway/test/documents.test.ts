import { once } from 'node:events'
import { attachment } from '@app/chassis/storage/content-disposition.ts'
import { person } from '@app/chassis/testing/people.ts'
import { listDocuments, uploadDocument } from '@app/contracts/http/documents.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { DOCUMENT_MAX_BYTES } from '@app/contracts/rules/documents.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type GatewayUnderTest, sayHello, startGatewayUnderTest } from './gateway-under-test.ts'
import { head, sent } from './sockets.ts'

const ANSWER_TIMEOUT_MS = 1_000

let gateway: GatewayUnderTest
const owner = person('owner')
const form = { ...owner.headers, 'content-type': 'multipart/form-data; boundary=x' }

beforeAll(async () => {
  gateway = await startGatewayUnderTest({ ANSWER_TIMEOUT_MS: String(ANSWER_TIMEOUT_MS), UPLOADS_PER_CALLER: '1' })
})
afterAll(() => gateway.stop())
afterEach(() => {
  for (const upstream of Object.values(gateway.upstreams)) upstream.answer = sayHello
  gateway.received.length = 0
})

const share = (path: string, body: Buffer<ArrayBuffer>) => fetch(gateway.url + path, { method: 'POST', headers: form, body })

test.each([uploadDocument.url, `/api${uploadDocument.url}`])(
  '%s accepts the largest document, and a response later than the limit of calls',
  { tags: 'nightly' },
  async (path) => {
    let size = 0
    gateway.upstreams.documents.answer = async (request, response) => {
      for await (const chunk of request) size += (chunk as Buffer).length
      // The service responds later than the time limit of calls, which does not apply to uploads.
      setTimeout(() => response.writeHead(201, { 'content-type': 'application/json' }).end('{}'), 2 * ANSWER_TIMEOUT_MS)
    }
    const body = Buffer.alloc(DOCUMENT_MAX_BYTES + MEGABYTE)
    expect((await share(path, body)).status).toBe(201)
    expect(size).toBe(body.length)
    expect(gateway.received).toMatchObject([{ service: 'documents', method: 'POST', url: uploadDocument.url }])

    gateway.upstreams.documents.answer = () => {}
    expect((await fetch(gateway.url + listDocuments.url, { headers: owner.headers })).status).toBe(504)
  },
)

test('sending a document counts as an upload and does not delay calls of the same user', async () => {
  gateway.upstreams.documents.answer = (request, response) =>
    request.method === 'GET' ? sayHello(request, response) : void request.resume()
  const sending = await sent(gateway.url, `${head(`POST ${uploadDocument.url}`, { ...form, 'content-length': DOCUMENT_MAX_BYTES })}--x`)
  await expect.poll(() => gateway.received.length).toBe(1)
  expect((await share(uploadDocument.url, Buffer.from('--x'))).status).toBe(429)
  expect((await fetch(gateway.url + listDocuments.url, { headers: owner.headers })).status).toBe(200)
  sending.destroy()
  await once(sending, 'close')
})

test('a document downloads under its name, with headers that forbid browsers to guess its type or run it', async () => {
  const disposition = attachment('价目表.pdf')
  gateway.upstreams.store.answer = (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/pdf', 'content-disposition': disposition }).end('%PDF-')
  const signed = new URLSearchParams({ 'response-content-disposition': disposition, 'X-Amz-Signature': 'abc' })
  const path = `/private/documents/${crypto.randomUUID()}.pdf`
  const file = await fetch(`${gateway.url}/files${path}?${signed}`)
  expect([file.status, await file.text()]).toEqual([200, '%PDF-'])
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-disposition': disposition,
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  })
  expect(gateway.received).toMatchObject([{ service: 'store', url: `/portal-files${path}?${signed}` }])

  expect((await fetch(`${gateway.url}/files${path}`)).status).toBe(403)
})
