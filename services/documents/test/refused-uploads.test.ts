import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { documents, office, pdf } from '@app/chassis/testing/documents.ts'
import { disguisedHtml } from '@app/chassis/testing/pictures.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import {
  DOCUMENT_FILE_REQUIRED,
  DOCUMENT_MAX_BYTES,
  DOCUMENT_REFUSED,
  DOCUMENT_TITLE_REQUIRED,
  DOCUMENT_TYPE_UNKNOWN,
} from '@app/contracts/rules/documents.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DOCUMENT_FILES } from '../src/files/document-files.ts'
import { list, type Owner, type Service, setUp, storedKeys, upload, uploadRequest } from './setup.ts'

let service: Service
let owner: Owner
beforeAll(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
})
afterAll(() => service.stop())

afterEach(async () => {
  expect(await storedKeys(service)).toEqual([])
  expect(await service.store.abortAbandoned(DOCUMENT_FILES, new Date(Date.now() + 60_000))).toBe(0)
  expect((await list(service, owner, owner.company._id)).json()).toEqual({ success: true, data: [] })
  expect(await service.db.selectFrom('outbox').select('id').execute()).toEqual([])
})

const named =
  (fileName: string, bytes: () => Uint8Array<ArrayBuffer> = pdf) =>
  () =>
    new File([bytes()], fileName)
const none = () => undefined
const good = named('prices.pdf')
const docx = (contentType: string) => () => office('docx', contentType)
const program = () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(7 * MEGABYTE)])

test.each<[string, number, string, Record<string, string>, () => File | undefined]>([
  ['no title', 422, DOCUMENT_TITLE_REQUIRED, { title: '\u200b ' }, good],
  ['no file', 422, DOCUMENT_FILE_REQUIRED, {}, none],
  ['a type that differs from the file name', 422, DOCUMENT_TYPE_UNKNOWN, { documentType: 'word' }, good],
  ['an unknown type', 400, 'documentType', { documentType: 'png' }, good],
  ['a title that is too long', 400, 'title', { title: 'x'.repeat(201) }, good],
  ['an unknown field', 400, 'nonsense', { nonsense: '1' }, good],
  ['an invalid boolean', 400, 'DocViewer', { DocViewer: 'yes' }, good],
  ['a file name without extension', 415, DOCUMENT_TYPE_UNKNOWN, {}, named('prices')],
  ['an extension that is not allowed', 415, DOCUMENT_TYPE_UNKNOWN, {}, named('prices.pdf.exe')],
  ['a program', 415, DOCUMENT_REFUSED, {}, named('prices.pdf', program)],
  ['an HTML page', 415, DOCUMENT_REFUSED, { documentType: 'blog' }, named('prices.txt', disguisedHtml)],
  ['an empty file', 415, DOCUMENT_REFUSED, {}, named('prices.pdf', () => Buffer.alloc(0))],
  ['a document with macros', 415, DOCUMENT_REFUSED, { documentType: 'word' }, named('prices.docx', docx('macroEnabled'))],
  [
    'a text file with binary data after 5 MB',
    415,
    DOCUMENT_REFUSED,
    { documentType: 'blog' },
    named('prices.txt', () => Buffer.alloc(6 * MEGABYTE, 'x').fill(0, 5 * MEGABYTE)),
  ],
])('%s gets %i %s', async (_what, status, message, fields, file) => {
  const request = await uploadRequest(owner, fields, file() ?? null)
  const response = await service.app.inject(request)
  expect([response.statusCode, response.json().message]).toEqual([status, expect.stringContaining(message)])
})

test('a file larger than 50 MB gets 413', { tags: 'nightly' }, async () => {
  const file = new File([documents.txt(), Buffer.alloc(DOCUMENT_MAX_BYTES, 'x')], 'large.txt')
  const response = await upload(service, owner, { documentType: 'blog' }, file)
  expect([response.statusCode, response.json().message]).toEqual([413, 'The file is too large: at most 50 MB.'])
})

const PART = '--test-boundary\r\ncontent-disposition: form-data; name="document"; filename="a.txt"\r\n\r\n'

test('an upload whose connection is closed is logged as aborted, small or large', { tags: 'nightly' }, async () => {
  const address = await service.app.listen({ host: '127.0.0.1', port: 0 })
  for (const size of [100, 6 * MEGABYTE]) {
    const sender = new AbortController()
    const before = service.lines.length
    const reached = once(service.app.server, 'request') as Promise<[IncomingMessage]>
    async function* half() {
      yield Buffer.from(PART)
      yield Buffer.alloc(size, 'x')
      const [request] = await reached
      await expect.poll(() => request.readableFlowing !== null && request.socket.bytesRead > size).toBe(true)
      sender.abort()
      await new Promise(() => {})
    }
    const sending = fetch(`${address}/process/docupload`, {
      method: 'POST',
      headers: { ...owner.headers, 'content-type': 'multipart/form-data; boundary=test-boundary' },
      body: ReadableStream.from(half()),
      duplex: 'half',
      signal: sender.signal,
    } as RequestInit)
    await expect(sending).rejects.toThrow()
    await expect.poll(() => service.lines.slice(before).some((line) => line.includes('upload-aborted')), { timeout: 5_000 }).toBe(true)
  }
})
