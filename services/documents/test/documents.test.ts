import { Readable } from 'node:stream'
import { sweepDue } from '@app/chassis/storage/sweep.ts'
import { findAccessViolations } from '@app/chassis/testing/access.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { documents, pdf } from '@app/chassis/testing/documents.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { DocumentChanged } from '@app/contracts/events/documents.ts'
import type { Document } from '@app/contracts/http/documents.ts'
import { documentTypeOf } from '@app/contracts/rules/documents.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DOCUMENT_FILES, documentFileSweep } from '../src/files/document-files.ts'
import { admin, list, open, read, remove, type Service, setUp, sharedDocument, storedKeys, upload } from './setup.ts'

let service: Service
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())
beforeEach(async () => {
  owner = await ownerWithCompany(service.deps)
})

const eventsAbout = async ({ _id }: Document) =>
  (await outboxOf(service.db as never, DocumentChanged)).filter(({ subject }) => subject === _id)

/** The signed link is different in each response. */
const withoutLink = ({ linkformatedocument: _link, linkExpiresAt: _end, ...document }: Document) => document

test('every route rejects callers that are not allowed', async () => {
  expect(await findAccessViolations(service.app, 'documents')).toEqual([])
})

test.each(Object.entries(documents))('a %s file is stored, listed and published in an event', async (extension, make) => {
  const bytes = make()
  const fileName = `Prices 2026.${extension}`
  const fields = { documentType: documentTypeOf(fileName) ?? '', title: ' Prices ', description: 'What we take', DocViewer: 'true' }
  const response = await upload(service, owner, fields, new File([bytes], fileName))
  expect(response.statusCode).toBe(201)
  const { document, ...rest } = response.json()
  expect(rest).toEqual({ success: true, message: 'Uploaded' })
  expect(withoutLink(document)).toEqual({
    _id: expect.any(String),
    DocId: expect.any(Number),
    companyProfileId: owner.company._id,
    title: 'Prices',
    description: 'What we take',
    documentType: documentTypeOf(fileName),
    DocViewer: true,
    fileName,
    size: bytes.length,
    note: null,
    openedAt: null,
    createdAt: expect.stringMatching(/Z$/),
  })
  const { data } = (await list(service, owner, owner.company._id)).json()
  expect(data.map(withoutLink)).toEqual([withoutLink(document)])
  const [event] = await eventsAbout(document)
  expect(event).toMatchObject({
    actorid: owner.id,
    actorrole: 'owner',
    aggregateversion: 1,
    data: {
      change: 'uploaded',
      _id: document._id,
      DocId: document.DocId,
      companyProfileId: owner.company._id,
      ownerId: owner.id,
      companyName: 'Palm Bakery',
      title: 'Prices',
      DocViewer: true,
    },
  })
})

test('a file name is stored in any script, without harmful parts', async () => {
  for (const [sent, kept] of [
    ['价目表 2026.pdf', '价目表 2026.pdf'],
    ['قائمة الأسعار 🙂.pdf', 'قائمة الأسعار 🙂.pdf'],
    ['"Menu" (new); a=b.pdf', '"Menu" (new); a=b.pdf'],
    ['fdp.\u202eexe.pdf', 'fdp.exe.pdf'],
    ['..\\..\\etc/prices.pdf', 'prices.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(116)}.pdf`],
  ] as const) {
    expect((await sharedDocument(service, owner, {}, new File([pdf()], sent))).fileName).toBe(kept)
  }
})

test('each response contains a new link that is valid for an hour', async () => {
  const document = await sharedDocument(service, owner)
  const { data } = (await read(service, owner, document._id)).json()
  const left = Date.parse(data.linkExpiresAt) - Date.now()
  expect(left).toBeGreaterThan(3_590_000)
  expect(left).toBeLessThanOrEqual(3_600_000)
  expect(data.linkformatedocument).toMatch(/^\/files\/private\/documents\/[\w-]+\.pdf\?/)
  const link = new URL(data.linkformatedocument, 'https://portal.example')
  expect(link.searchParams.get('X-Amz-Expires')).toBe('3600')
  expect(link.searchParams.get('response-content-disposition')).toBe(`attachment; filename="prices.pdf"; filename*=UTF-8''prices.pdf`)
})

test('document numbers are unique over all companies', async () => {
  const other = await ownerWithCompany(service.deps)
  const [first, second] = [await sharedDocument(service, owner), await sharedDocument(service, other)]
  expect(second.DocId).toBe(first.DocId + 1)
})

describe('a company’s documents', () => {
  test('are listed newest first for the owner and for admins, by page if requested', async () => {
    for (let n = 0; n < 5; n++) await sharedDocument(service, owner, { title: `Document ${n}` })
    const titles = (response: { json(): { data: Document[] } }) => response.json().data.map(({ title }) => title)
    const whole = await list(service, owner, owner.company._id)
    expect(titles(whole)).toEqual(['Document 4', 'Document 3', 'Document 2', 'Document 1', 'Document 0'])
    expect(whole.headers.link).toBeUndefined()
    expect(titles(await list(service, admin, owner.company._id.toUpperCase()))).toEqual(titles(whole))

    const paged: string[] = []
    let next: string | undefined = `/process/documents?limit=2&companyProfileId=${owner.company._id}`
    while (next) {
      const page: Awaited<ReturnType<typeof list>> = await service.app.inject({ url: next, headers: owner.headers })
      paged.push(...titles(page))
      next = /^<(.*)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect(paged).toEqual(titles(whole))
  })

  test('get the same 404 for another owner as for an unknown company', async () => {
    const document = await sharedDocument(service, owner)
    const stranger = await ownerWithCompany(service.deps)
    for (const id of [owner.company._id, crypto.randomUUID()]) {
      const response = await list(service, stranger, id)
      expect([response.statusCode, response.json().message]).toEqual([404, 'Company profile not found'])
    }
    expect((await upload(service, { ...stranger, company: owner.company })).statusCode).toBe(404)
    for (const id of [document._id, crypto.randomUUID()]) {
      for (const response of [await read(service, stranger, id), await remove(service, stranger, id)]) {
        expect([response.statusCode, response.json().message]).toEqual([404, 'Document not found'])
      }
    }
    expect((await read(service, owner, document._id)).json().data.title).toBe(document.title)
    expect((await read(service, admin, document._id)).json().data.title).toBe(document.title)
    expect((await list(service, admin, crypto.randomUUID())).statusCode).toBe(404)
    expect((await open(service, crypto.randomUUID())).statusCode).toBe(404)
  })

  const forged = (cursor: string) => `&cursor=${Buffer.from(cursor).toString('base64url')}`
  test.each(['&limit=0', '&limit=201', '&cursor=x', forged('["a"]')])('get 400 for %s', async (query) => {
    expect((await list(service, owner, owner.company._id, query)).statusCode).toBe(400)
  })
})

test('the first opening by an admin is stored and published once', async () => {
  const document = await sharedDocument(service, owner)
  const first: Document = (await open(service, document._id)).json().data
  expect(first.openedAt).toMatch(/Z$/)
  const second: Document = (await open(service, document._id)).json().data
  expect(withoutLink(second)).toEqual(withoutLink(first))
  expect((await read(service, owner, document._id)).json().data.openedAt).toBe(first.openedAt)
  const events = (await eventsAbout(document)).filter(({ data }) => data.change === 'opened')
  expect(events).toEqual([expect.objectContaining({ actorid: admin.id, actorrole: 'admin', aggregateversion: 2 })])
})

test('the sweep removes files to which no document refers', async () => {
  const document = await sharedDocument(service, owner)
  const orphan = `${DOCUMENT_FILES}${crypto.randomUUID()}.pdf`
  await service.store.put(orphan, Readable.from([pdf()], { objectMode: false }), 'application/pdf', AbortSignal.timeout(5_000))
  const before = await storedKeys(service)
  const inTwoDays = () => new Date(Date.now() + 48 * 3_600_000)
  await sweepDue(documentFileSweep({ ...service.deps, now: inTwoDays }), AbortSignal.timeout(10_000))
  expect(await storedKeys(service)).toEqual(before.filter((key) => key !== orphan))
  expect(before).toContain(service.store.keyOf(document.linkformatedocument))
})

test('a removed document is deleted with its file', async () => {
  const before = await storedKeys(service)
  const document = await sharedDocument(service, owner)
  expect(await storedKeys(service)).toHaveLength(before.length + 1)
  const response = await remove(service, owner, document._id)
  expect([response.statusCode, response.json()]).toEqual([200, { message: 'Document removed' }])
  expect(await storedKeys(service)).toEqual(before)
  expect((await remove(service, owner, document._id)).statusCode).toBe(404)
  const events = (await eventsAbout(document)).filter(({ data }) => data.change === 'removed')
  expect(events).toEqual([expect.objectContaining({ actorid: owner.id, aggregateversion: 2 })])
})
