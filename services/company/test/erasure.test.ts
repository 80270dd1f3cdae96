import { execFile } from 'node:child_process'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { internalMailHeaders } from '@app/chassis/mail/internal-key.ts'
import { tableDigests, tablesKept, tablesKeptOfPerson, tablesWith } from '@app/chassis/testing/erasure.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { operator, person } from '@app/chassis/testing/people.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { countWaiting, lapseWork, runDueWork } from '@app/chassis/testing/run-due-work.ts'
import { enqueue } from '@app/chassis/work/queue.ts'
import { ErasureChanged } from '@app/contracts/events/company.ts'
import type { Erasure } from '@app/contracts/http/erasure.ts'
import { type ComposedMail, composeCompanyMail } from '@app/contracts/http/mail-content.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { companyErasure } from '../src/erasure/company-erasure.ts'
import { type ErasureDeps, erasureWorker } from '../src/erasure/erase.ts'
import { nobody } from '../src/erasure/erase-person.ts'
import { exportQueue } from '../src/exports/request-export.ts'
import { type CompanyService, createCompany, FIELDS, INTERNAL_DATA_KEY, INTERNAL_MAIL_KEY } from './setup.ts'

/** Requests to the internal routes of the other services. */
interface Call {
  url: string
  body: { ownerId?: string; isLast?: boolean; email?: string }
}

let calls: Call[] = []
/** Returns the status and body of the next response. Without it, the service has erased one row. */
let respond: ((call: Call) => { status: number; body: object }) | undefined
const services = http.createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  const call: Call = { url: request.url ?? '', body: JSON.parse(text) }
  calls.push(call)
  const { status, body } = respond?.(call) ?? { status: 200, body: { isComplete: true, tables: { rows: 1 }, files: 2, spreadsheets: [] } }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})

let company: CompanyService
let deps: ErasureDeps
let now = new Date()
beforeAll(async () => {
  await new Promise<void>((resolve) => services.listen(0, '127.0.0.1', resolve))
  const { port } = services.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const serviceUrls = { identity: url, tasks: url, documents: url, 'crm-proxy': url, campaigns: url, notifications: url }
  company = await createCompany({ serviceUrls, now: () => now })
  deps = company.deps
})
beforeEach(async () => {
  await company.db.deleteFrom('work').execute()
  await company.db.deleteFrom('erasure').execute()
  calls = []
  respond = undefined
  now = new Date()
})
afterAll(async () => {
  services.close()
  await company.close()
})

type Person = ReturnType<typeof person>
const admin = person('admin')
const DAY_MS = 86_400_000

const send = (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  { headers }: { headers: Record<string, string> } = { headers: {} },
  payload?: object,
) => company.app.inject({ method, url, headers, ...(payload && { payload }) })

const events = async () => outboxOf(company.db as never, ErasureChanged)

/** Composes an email about the last event, as `notifications` requests it. */
async function mailOf(topic: string, { id }: Person) {
  const about = (await events()).at(-1)?.subject ?? ''
  const payload = { topic, about, recipient: { kind: 'owner', id } }
  const response = await send('POST', composeCompanyMail.url, { headers: internalMailHeaders(INTERNAL_MAIL_KEY) }, payload)
  return { status: response.statusCode, text: response.statusCode === 200 ? response.json<ComposedMail>().text : '' }
}

async function mailedToken(owner: Person): Promise<string> {
  await send('POST', '/company/erasure', owner)
  const { text } = await mailOf('erasure-confirm', owner)
  return /confirm-erasure#([\w-]+)/.exec(text)?.[1] ?? ''
}

const confirm = (token: string) => send('POST', '/company/erasure/confirm', undefined, { token })

/** Runs all work of erasures that waits, as if its time had come. The reminder comes before the erasure begins. */
async function runWork(): Promise<void> {
  await sql`update work set due_at = now() where settled_at is null and payload ->> 'step' = 'remind'`.execute(company.db)
  await runDueWork(erasureWorker(deps))
  await lapseWork(company.db)
  await runDueWork(erasureWorker(deps))
}

const erasures = async (query = ''): Promise<Erasure[]> => (await send('GET', `/admin/erasures${query}`, admin)).json()
const pending = async (owner: Person) => (await send('GET', '/company/get-company-profile', owner)).json().erasure

/** Confirms the erasure of a new company. */
async function leavingOwner(): Promise<Person & { companyId: string }> {
  const owner = person('owner')
  const { _id: companyId = '' } = await company.create(owner)
  expect((await confirm(await mailedToken(owner))).statusCode).toBe(200)
  return { ...owner, companyId }
}

/** Adds an export with its file, and the work that would prepare it once more. */
async function addExport(companyId: string): Promise<void> {
  const id = crypto.randomUUID()
  const file = `private/exports/${id}/palm.zip`
  await deps.store.put(file, Readable.from([Buffer.from('everything')]), 'application/zip', new AbortController().signal)
  await sql`
    insert into company_export (id, company_id, state, requested_by, requested_by_role, requested_at, file)
    values (${id}, ${companyId}, 'running', ${admin.id}, 'admin', now(), ${file})`.execute(company.db)
  await company.db.transaction().execute((trx) => enqueue(trx, exportQueue, [{ key: id, payload: null }]))
}

it('the mailed link confirms the erasure once, within a day, and only the newest link', async () => {
  const owner = person('owner')
  await company.create(owner)
  expect(await pending(owner)).toBeUndefined()
  const replaced = await mailedToken(owner)
  const token = await mailedToken(owner)
  expect(await pending(owner)).toMatchObject({ state: 'asked', dueAt: null })
  for (const wrong of [replaced, `${token}x`, 'x']) expect((await confirm(wrong)).statusCode).toBe(410)

  now = new Date(Date.now() + DAY_MS + 1)
  expect((await confirm(token)).statusCode).toBe(410)
  expect(await pending(owner)).toBeUndefined()
  now = new Date()
  const response = await confirm(token)
  expect(response.json()).toMatchObject({ dueAt: new Date(now.getTime() + 14 * DAY_MS).toISOString() })
  expect((await confirm(token)).statusCode).toBe(410)
  expect((await send('POST', '/company/erasure', owner)).json().code).toBe('erasure-confirmed')
  expect(await mailOf('erasure-confirm', owner)).toMatchObject({ status: 410 })
  expect((await mailOf('erasure-waits', owner)).text).toContain('You can still change your mind')
})

it('owners keep their company until the erasure begins, and admins cancel it with a reason', async () => {
  const owner = await leavingOwner()
  expect((await send('DELETE', '/company/erasure', owner)).statusCode).toBe(200)
  expect(await pending(owner)).toBeUndefined()
  await runWork()
  expect(calls).toEqual([])

  await confirm(await mailedToken(owner))
  const [erasure] = await erasures(`?companyProfileId=${owner.companyId}`)
  const url = `/admin/erasures/${erasure?._id}/cancel`
  expect((await send('POST', url, admin, { reason: ' ' })).statusCode).toBe(422)
  expect((await send('POST', url, admin, { reason: 'Maria called us' })).statusCode).toBe(200)
  expect((await mailOf('erasure-canceled', owner)).text).toContain('Maria called us')
  expect((await send('POST', url, admin, { reason: 'Again' })).statusCode).toBe(404)
  expect(await erasures(`?companyProfileId=${owner.companyId}`)).toMatchObject([
    { state: 'kept', keptBy: 'admin', reason: 'Maria called us' },
    { state: 'kept', keptBy: 'owner', companyName: FIELDS.companyName },
  ])
  await runWork()
  expect(calls).toEqual([])
})

it('erases in all services until each is complete, then the company, and keeps only counts', async () => {
  const other = person('owner')
  await company.create(other)
  const changing = ['work', 'erasure', 'outbox', 'rate_limits']
  const [before, filesBefore] = [await tableDigests(company.db, changing), await company.keys('')]
  const owner = await leavingOwner()
  await send('POST', `/admin/company/${owner.companyId}/notes`, admin, { text: 'Pays late' })
  const { url } = (await send('GET', '/get-upload-url?fileName=a.png', owner)).json()
  await company.put(url, png())
  await addExport(owner.companyId)

  // The reminder and the begin are due, then the first round.
  await runWork()
  const changes = (await events()).filter(({ data }) => data.companyProfileId === owner.companyId).map(({ data }) => data.change)
  expect(changes.toSorted()).toEqual(['asked', 'begins', 'soon', 'waiting'])
  expect((await send('DELETE', '/company/erasure', owner)).json().code).toBe('erasure-begun')
  expect((await mailOf('erasure-begins', owner)).text).toContain('our last email')

  // A service fails, another one needs several calls.
  respond = () => ({
    status: calls.length === 3 ? 500 : 200,
    body: { isComplete: calls.length !== 2, tables: { rows: 5 }, files: 0 },
  })
  await runWork()
  expect(calls).toHaveLength(3)
  expect(await erasures()).toMatchObject([{ state: 'erasing', companyName: FIELDS.companyName }])

  respond = undefined
  calls = []
  await runWork()
  const last = calls.slice(-6)
  expect(last.map(({ body }) => body)).toEqual(Array(6).fill({ ownerId: owner.id, isLast: false }))
  expect(last[0]?.url).toBe(`/internal/erase-company/${owner.companyId}`)
  expect((await send('GET', '/company/get-company-profile', owner)).statusCode).toBe(404)

  await runWork()
  expect(calls.at(-1)?.body).toEqual({ ownerId: owner.id, isLast: true })
  expect(await tablesWith(company.db, [owner.companyId, owner.id, 'Pays late'])).toEqual([])
  expect(await tableDigests(company.db, changing)).toEqual(before)
  expect(await company.keys('')).toEqual(filesBefore)
  expect(await countWaiting(company.db, exportQueue)).toBe(0)
  const [erasure] = await erasures()
  expect(erasure).toMatchObject({ state: 'erased', companyProfileId: null, companyName: null })
  expect(erasure?.report).toMatchObject({
    tasks: { files: 4 },
    company: { tables: { company_export: 1, company_notes: 1, companies: 1 }, files: 3 },
  })
  await runWork()
  expect((await erasures())[0]).toEqual(erasure)
})

it('a person is erased in all services, the report names unavailable ones, and accounts are refused', async () => {
  const boss = operator()
  const ask = (payload: object) => send('POST', '/admin/persons/erase', boss, payload)
  expect((await send('POST', '/admin/persons/erase', admin, { email: 'a@b.example', reason: 'x' })).statusCode).toBe(403)
  expect((await ask({ email: 'nobody', reason: 'Asked by email' })).statusCode).toBe(422)

  const spreadsheets = [{ companyProfileId: crypto.randomUUID(), customerIds: ['C-1'] }]
  respond = () =>
    calls.length === 2
      ? { status: 400, body: {} }
      : { status: 200, body: { isComplete: true, tables: { mail: 2 }, files: 0, spreadsheets } }
  const first = (await ask({ email: 'Kim@oak.example', reason: 'Asked by email' })).json()
  expect(first).toMatchObject({ isComplete: false, services: expect.arrayContaining([{ service: 'tasks', isErased: false, tables: {} }]) })
  expect(new Set(calls.map(({ body }) => body.email))).toEqual(new Set(['kim@oak.example']))
  expect(first.spreadsheets).toContainEqual(spreadsheets[0])
  respond = undefined
  expect((await ask({ email: 'kim@oak.example', reason: 'Asked by email' })).json()).toMatchObject({ isComplete: true, spreadsheets: [] })
  expect(await tablesWith(company.db, ['kim@oak'])).toEqual([])

  respond = () => ({ status: 409, body: {} })
  expect((await ask({ email: 'maria@pine.example', reason: 'Asked by phone' })).json().code).toBe('person-has-account')
})

const ERASE_PERSON = fileURLToPath(new URL('../src/erase-person.ts', import.meta.url))

it('the command erases a person, and prints what was erased and the rows that only owners can delete', async () => {
  const { companyId } = await leavingOwner()
  respond = ({ url }) => {
    const spreadsheets =
      url.startsWith('/internal/erase-person') && calls.length === 4 ? [{ companyProfileId: companyId, customerIds: ['C-1'] }] : []
    return { status: 200, body: { isComplete: true, tables: calls.length === 1 ? {} : { mail: 2 }, files: 0, spreadsheets } }
  }
  const { identity: url } = deps.serviceUrls
  const urls = ['IDENTITY', 'TASKS', 'DOCUMENTS', 'CRM_PROXY', 'CAMPAIGNS', 'NOTIFICATIONS', 'PUBLIC', 'JWKS'].map((name) => [
    `${name}_URL`,
    url,
  ])
  const store = { S3_ENDPOINT: url, S3_ACCESS_KEY: 'unused', S3_SECRET_KEY: 'unused' }
  const env = { ...process.env, ...store, ...Object.fromEntries(urls), DATABASE_URL: company.url, INTERNAL_MAIL_KEY, INTERNAL_DATA_KEY }
  const { stdout } = await promisify(execFile)(process.execPath, [ERASE_PERSON, 'Kim@oak.example', 'asked', 'by', 'email'], { env })
  expect(stdout).toContain('identity: nothing found\ntasks: mail 2\n')
  expect(stdout).toContain(`spreadsheet of company ${companyId}: ask the owner to delete the customers C-1\n`)
  const audit = await sql`select reason from audit_entry where action = 'erase-person' order by id desc limit 1`.execute(company.db)
  expect(audit.rows).toEqual([{ reason: 'asked by email' }])
})

it('every table is erased, or kept for a reason', async () => {
  const kept = { admins: 'the agency’s staff', erasure: 'counts and times, without ids' }
  expect(await tablesKept(company.db, companyErasure(deps))).toEqual(Object.keys(kept))
  // Addresses of owners and admins: the erasure of a person refuses accounts.
  expect(await tablesKeptOfPerson(company.db, nobody)).toEqual(['companies'])
})
