import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { openZip, type ZipReader } from '@app/chassis/exports/zip-reader.ts'
import { mailRequests } from '@app/chassis/testing/mail-requests.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { person } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { lapseWork, runDueWork } from '@app/chassis/testing/run-due-work.ts'
import { CompanyExportChanged } from '@app/contracts/events/company.ts'
import { ExportManifest, exportKinds, recordsPath, schemaPath } from '@app/contracts/export/manifest.ts'
import type { CompanyExport } from '@app/contracts/http/exports.ts'
import { type CompanyMailTopic, composeCompanyMail } from '@app/contracts/http/mail-content.ts'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expireExports, exportWork } from '../../src/exports/export-worker.ts'
import { companySource } from '../../src/exports/exported.ts'
import { recordReader } from '../../src/exports/record-reader.ts'
import { imageSweep } from '../../src/files/image-sweep.ts'
import { EXPORT_FILES } from '../../src/files/places.ts'
import { type CompanyService, createCompany, INTERNAL_DATA_KEY, INTERNAL_MAIL_KEY, ORIGIN } from '../setup.ts'
import {
  campaignRecords,
  customerRecord,
  documentRecord,
  ownerRecord,
  reportRecord,
  startRecordServices,
  taskRecord,
} from './record-services.ts'

const DAY_MS = 86_400_000

let company: CompanyService
let services: Awaited<ReturnType<typeof startRecordServices>>
let owner: ReturnType<typeof person>
let companyId: string
let folder: string
const admin = person('admin')
const ask = mailRequests<CompanyMailTopic>(() => company.app, composeCompanyMail, INTERNAL_MAIL_KEY)

beforeAll(async () => {
  services = await startRecordServices()
  company = await createCompany()
  folder = await mkdtemp(join(tmpdir(), 'palmetto-exports-'))
})
afterAll(async () => {
  await company.close()
  services.stop()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  owner = person('owner')
  companyId = (await company.create(owner))._id ?? ''
  services.records.set(companyId, { owner: [ownerRecord(owner.id)] })
})

const request = (by = owner, url = '/company/exports') => company.app.inject({ method: 'POST', url, headers: by.headers })
const list = async (by = owner) => (await company.app.inject({ url: '/company/exports', headers: by.headers })).json<CompanyExport[]>()
const download = (id: string, by = owner) => company.app.inject({ url: `/company/exports/${id}/download`, headers: by.headers })
const work = (now = () => new Date(), store = company.store, log = company.deps.log) => {
  const { db } = company
  const read = recordReader({ db, source: companySource, urls: services.urls, internalDataKey: INTERNAL_DATA_KEY })
  return exportWork({ db, store, read, log, now })
}
const put = (key: string, content: string) =>
  company.store.put(key, Readable.from([Buffer.from(content)]), 'image/png', new AbortController().signal)
const changesOf = async (id: string) =>
  (await outboxOf(company.db as never, CompanyExportChanged)).filter(({ subject }) => subject === id).map(({ data }) => data.change)

/** Prepares an export with the records, and opens its ZIP file. */
async function exported(records: Readonly<Record<string, readonly object[]>> = {}): Promise<ZipReader> {
  services.records.set(companyId, { owner: [ownerRecord(owner.id)], ...records })
  const { _id } = (await request()).json<CompanyExport>()
  await runDueWork(work())
  const { file } = await company.db.selectFrom('company_export').select('file').where('id', '=', _id).executeTakeFirstOrThrow()
  const path = join(folder, `${_id}.zip`)
  await writeFile(path, await buffer(await company.store.get(file ?? '')))
  return openZip(path, 1e9)
}

async function textOf(zip: ZipReader, path: string): Promise<string> {
  const entry = zip.entries.get(path)
  if (!entry) throw new Error(`There is no ${path} in ${[...zip.entries.keys()].join(', ')}`)
  return text(Readable.from(zip.read(entry)))
}

test('an export has all records with their schemas, the files with their names, tables, and pages', async () => {
  const [picture, document] = [`public/previews/${crypto.randomUUID()}.png`, `private/documents/${crypto.randomUUID()}.pdf`]
  await put(picture, 'png')
  await put(document, 'pdf')
  const tasks = [taskRecord({ picture }), taskRecord({ taskId: 1002, picture, title: 'Two' }), taskRecord({ taskId: 1003, picture })]
  const zip = await exported({
    tasks,
    documents: [documentRecord(document, 'Prices: 2026/27.pdf'), documentRecord('private/documents/lost.pdf', 'prices  2026 27.pdf')],
    customers: [customerRecord('ann@example.com', '=cmd()'), customerRecord('bo@example.com', '<b>Bo</b>', 3)],
    ...campaignRecords('Autumn'),
  })
  const lines = (await textOf(zip, 'records/tasks.jsonl')).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual(tasks)
  for (const kind of exportKinds) {
    expect(zip.entries.has(recordsPath(kind))).toBe(true)
    expect(JSON.parse(await textOf(zip, schemaPath(kind)))).toMatchObject({ title: kind.summary })
  }
  // All three tasks name the same picture, which is in the export once.
  expect(await textOf(zip, 'files/tasks/1001 Autumn bread/version-1-01.png')).toBe('png')
  expect(await textOf(zip, 'files/documents/Prices 2026 27.pdf')).toBe('pdf')
  expect(await textOf(zip, 'tables/customers.csv')).toContain("\r\n'=cmd(),Lee,ann@example.com")
  expect(await textOf(zip, 'tables/campaigns.csv')).toContain('\r\nAutumn,Hello,2026-10-03,done,12,11,1,0,2\r\n')
  expect(await textOf(zip, 'pages/customers.html')).toContain('<td>&lt;b&gt;Bo&lt;/b&gt;</td>')
  const month = await textOf(zip, 'pages/tasks-2026-10.html')
  expect(month).toContain('<img src="../files/tasks/1001%20Autumn%20bread/version-1-01.png" alt="A loaf" loading="lazy">')
  expect(await textOf(zip, 'index.html')).toContain('<a href="pages/tasks-2026-10.html">October 2026</a> (3)')

  const manifest: unknown = JSON.parse(await textOf(zip, 'manifest.json'))
  expect(Value.Errors(ExportManifest, manifest)).toEqual([])
  expect(manifest).toMatchObject({ companyId, ownerId: owner.id, missing: ['private/documents/lost.pdf'] })
  const { files, records } = Value.Parse(ExportManifest, manifest)
  expect(files.map(({ path }) => path).sort()).toEqual([...zip.entries.keys()].filter((path) => path !== 'manifest.json').sort())
  expect(records).toMatchObject({ company: 1, owner: 1, tasks: 3, documents: 2, customers: 2, campaigns: 1, photos: 0 })
  expect(await textOf(zip, 'records/company.jsonl')).not.toContain('gsapi')
  expect(new Set(services.calls.map(({ authorization }) => authorization))).toEqual(new Set([`Key ${INTERNAL_DATA_KEY}`]))
  await zip.close()

  const [ready] = await list()
  expect(ready).toMatchObject({ state: 'ready', requestedBy: 'owner', files: 3, records: 11 })
  expect(await changesOf(ready?._id ?? '')).toEqual(['requested', 'ready'])
})

test('posts and monthly reports are readable: a list, a table for spreadsheet programs, and a page for each report', async () => {
  const picture = `public/previews/${crypto.randomUUID()}.png`
  await put(picture, 'png')
  const zip = await exported({
    tasks: [
      taskRecord({ picture, title: '=1+1' }),
      taskRecord({ taskId: 1002, picture, title: 'Later', postedOn: null, postedAt: null, status: 'Approved' }),
    ],
    'monthly-reports': [reportRecord('Autumn <bread>'), reportRecord('Autumn bread', { number: 2, figures: { of: 'an earlier release' } })],
  })
  const posts = await textOf(zip, 'pages/posts.html')
  expect(posts).toContain('<a href="../pages/tasks-2026-10.html#task-1001">=1+1</a>')
  expect(posts).toContain('X<br><a href="https://x.com/palm/1" rel="noreferrer">https://x.com/palm/1</a></td><td>By link</td>')
  expect(posts).not.toContain('Later')
  expect(await textOf(zip, 'tables/posts.csv')).toContain(
    "\r\n2026-10-02,1001,'=1+1,X,Fresh from the oven,1,https://x.com/palm/1,,,,,,review-link,2026-10-02T09:00:00.123Z\r\n",
  )
  const report = await textOf(zip, 'pages/report-2026-10.html')
  expect(report).toContain('<td>Posts</td><td>1</td>')
  expect(report).toContain('<td>Autumn &lt;bread&gt;</td>')
  expect(await textOf(zip, 'pages/report-2026-10-2.html')).toContain('The figures of this report are in records/monthly-reports.jsonl.')
  const overview = await textOf(zip, 'index.html')
  expect(overview).toContain('<a href="pages/posts.html">Posts</a> (1)')
  expect(overview).toContain('<a href="pages/report-2026-10-2.html">October 2026, corrected (2)</a>')
  await zip.close()
})

test('an export belongs to one company, and only its owner and admins reach it', async () => {
  const stranger = person('owner')
  await company.create(stranger)
  const { _id } = (await request()).json<CompanyExport>()
  expect((await download(_id)).json()).toMatchObject({ status: 409, code: 'export-under-way' })
  await runDueWork(work())
  const { url } = (await download(_id)).json<{ url: string }>()
  expect(url).toContain(`/files/${EXPORT_FILES}${_id}/`)
  expect((await download(_id, stranger)).statusCode).toBe(404)
  expect((await download(_id, admin)).statusCode).toBe(200)
  expect(await list(stranger)).toEqual([])
  const all = await company.app.inject({ url: `/admin/company/${companyId}/exports`, headers: admin.headers })
  expect(all.json<CompanyExport[]>().map((one) => one._id)).toEqual([_id])
})

test('a company has one export at a time, and three a day', async () => {
  const first = await request()
  expect([first.statusCode, first.json()]).toMatchObject([201, { state: 'waiting', requestedBy: 'owner', bytes: null }])
  expect((await request(admin, `/admin/company/${companyId}/exports`)).json()).toMatchObject({ status: 409, code: 'export-under-way' })
  await runDueWork(work())
  for (let count = 2; count <= 3; count += 1) {
    expect((await request(admin, `/admin/company/${companyId}/exports`)).statusCode).toBe(201)
    await runDueWork(work())
  }
  expect((await request()).json()).toMatchObject({ status: 429, code: 'too-many-exports' })
  expect((await list()).map(({ state, requestedBy }) => [state, requestedBy])).toEqual([
    ['ready', 'admin'],
    ['ready', 'admin'],
    ['ready', 'owner'],
  ])
  expect((await request(admin, `/admin/company/${crypto.randomUUID()}/exports`)).statusCode).toBe(404)
})

test('a page that fails is read again, after the records that arrived', async () => {
  const tasks = [1001, 1002, 1003, 1004, 1005].map((taskId) => taskRecord({ taskId, picture: 'public/previews/lost.png' }))
  services.state.failures = 2
  const zip = await exported({ tasks })
  const lines = (await textOf(zip, 'records/tasks.jsonl')).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).taskId)).toEqual([1001, 1002, 1003, 1004, 1005])
  await zip.close()
})

test('an attempt that ends with its process is repeated, and leaves no file', async () => {
  const { _id } = (await request()).json<CompanyExport>()
  const dead = `${EXPORT_FILES}${_id}/dead.zip`
  await put(dead, 'zip')
  await company.db.updateTable('company_export').set({ state: 'running', file: dead }).where('id', '=', _id).execute()
  await lapseWork(company.db)
  await runDueWork(work())
  const keys = await company.keys(`${EXPORT_FILES}${_id}/`)
  expect(keys).toHaveLength(1)
  expect(keys).not.toContain(dead)
  expect((await list())[0]).toMatchObject({ state: 'ready' })
})

test('an attempt whose store ends in the middle is repeated, and leaves no file', async () => {
  const { _id } = (await request()).json<CompanyExport>()
  const ending = {
    ...company.store,
    async put(_key: string, body: Readable) {
      for await (const _ of body) break
      throw new Error('socket hang up')
    },
  }
  await runDueWork(work(undefined, ending))
  expect(await company.keys(`${EXPORT_FILES}${_id}/`)).toEqual([])
  expect((await list())[0]).toMatchObject({ state: 'running' })
  await lapseWork(company.db)
  await runDueWork(work())
  expect(await company.keys(`${EXPORT_FILES}${_id}/`)).toHaveLength(1)
  expect((await list())[0]).toMatchObject({ state: 'ready' })
})

test('records that do not match their schema make the export fail after five attempts, and it can be requested again', async () => {
  const { lines, log } = recordingLogger()
  const id = crypto.randomUUID()
  services.records.set(companyId, { owner: [ownerRecord(owner.id)], tasks: [{ ...taskRecord(), id, rollbacks: [{ feedback: 'secret' }] }] })
  const { _id } = (await request()).json<CompanyExport>()
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await lapseWork(company.db)
    await runDueWork(work(undefined, undefined, log))
  }
  expect(lines.join()).toContain(`The record ${id} of the kind tasks does not match its schema: /rollbacks/0 must have`)
  expect(lines.join()).not.toContain('secret')
  expect((await list())[0]).toMatchObject({ state: 'failed', bytes: null })
  expect(await company.keys(`${EXPORT_FILES}${_id}/`)).toEqual([])
  expect(await changesOf(_id)).toEqual(['requested', 'failed'])
  expect((await ask.mail('export-failed', _id, { kind: 'owner', id: owner.id })).subject).toBe('We couldn’t export your data')
  expect((await request()).statusCode).toBe(201)
  await company.db.deleteFrom('company_export').where('company_id', '=', companyId).execute()
})

test('the file is deleted after seven days', async () => {
  const { _id } = (await request()).json<CompanyExport>()
  await runDueWork(work())
  const { store, db, deps } = company
  const later = (days: number) => ({ db, store, log: deps.log, now: () => new Date(Date.now() + days * DAY_MS) })
  const { signal } = new AbortController()
  await expireExports(later(6.9), signal)
  expect((await download(_id)).statusCode).toBe(200)
  await expireExports(later(7.1), signal)
  expect((await download(_id)).json()).toMatchObject({ status: 410, code: 'export-gone' })
  expect(await company.keys(`${EXPORT_FILES}${_id}/`)).toEqual([])
  expect(await changesOf(_id)).toEqual(['requested', 'ready', 'expired'])
  expect(await ask.status('export-ready', _id, { kind: 'owner', id: owner.id })).toBe(410)
})

test('the daily job keeps the file of an export', async () => {
  const { _id } = (await request()).json<CompanyExport>()
  await runDueWork(work())
  const [key = ''] = await company.keys(`${EXPORT_FILES}${_id}/`)
  expect(await imageSweep(company.deps).namedKeys([key, `${EXPORT_FILES}other.zip`])).toEqual(new Set([key]))
})

test('the email goes to the person who requested the export, with a link to the screen', async () => {
  const { _id } = (await request(admin, `/admin/company/${companyId}/exports`)).json<CompanyExport>()
  await runDueWork(work())
  const mail = await ask.mail('export-ready', _id, { kind: 'admin', id: admin.id })
  expect(mail.subject).toBe('The export of Palm Bakery is ready')
  expect(mail.text).toContain(`${ORIGIN}/admin/dashboard?tab=companies&company=${companyId}`)
  expect(mail.text).not.toContain('.zip')
  expect(await ask.status('export-ready', _id, { kind: 'owner', id: owner.id })).toBe(410)
})
