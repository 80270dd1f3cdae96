import { Readable } from 'node:stream'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { jpeg } from '@app/chassis/testing/pictures.ts'
import { countWaiting, lapseWork, runDueWork } from '@app/chassis/testing/run-due-work.ts'
import { ReportSent } from '@app/contracts/events/tasks.ts'
import type { ListedReport, MonthlyReport, ReportResult, UnpreparedReport } from '@app/contracts/http/monthly-reports.ts'
import { IF_MATCH, ifMatchOf } from '@app/contracts/rules/versions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { taskFileSweep } from '../../src/files/task-file-sweep.ts'
import { queueReports, reportQueue, reportWork } from '../../src/reports/start-reports.ts'
import { composing, toOwner } from '../mail/composing.ts'
import { secondReplica } from '../replicas.ts'
import { type Reviewer, reviewer } from '../reviews/reviewing.ts'
import { admin, INTERNAL_MAIL_KEY, type Person, setUp } from '../setup.ts'
import { campaignAnswer, customerAnswer, historyIn, startFiguresService } from './report-steps.ts'

const MONTH = '2026-10'
/** A company that existed before October. */
const CREATED = { createdAt: '2026-09-20T12:00:00.000Z' }

let service: Awaited<ReturnType<typeof setUp>>
let campaigns: Awaited<ReturnType<typeof startFiguresService<typeof campaignAnswer>>>
let customers: Awaited<ReturnType<typeof startFiguresService<typeof customerAnswer>>>
let clock = new Date('2026-11-21T17:00:00Z')
let owner: Reviewer
beforeAll(async () => {
  campaigns = await startFiguresService(campaignAnswer)
  customers = await startFiguresService(customerAnswer)
  service = await setUp({ campaignsUrl: campaigns.url, crmProxyUrl: customers.url, now: () => clock })
})
afterAll(async () => {
  await service.stop()
  campaigns.stop()
  customers.stop()
})
beforeEach(async () => {
  clock = new Date('2026-11-21T17:00:00Z')
  campaigns.state.fails = false
  owner = await reviewer(service)
  await setCreated(owner, CREATED.createdAt)
})

const setCreated = ({ company }: Reviewer, createdAt: string) =>
  sql`update company set profile = profile || jsonb_build_object('createdAt', ${createdAt}::text) where id = ${company._id}`.execute(
    service.db,
  )

const post = (url: string, payload: object = {}, { headers }: Pick<Person, 'headers'> = admin, app = service.app) =>
  app.inject({ method: 'POST', url, payload, headers })
const get = (url: string, { headers }: Pick<Person, 'headers'> = admin) => service.app.inject({ url, headers })

const prepare = (of: Reviewer = owner, month = MONTH) => post('/admin/reports/prepare', { companyProfileId: of.company._id, month })
async function prepared(of: Reviewer = owner): Promise<MonthlyReport> {
  const response = await prepare(of)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const setText = ({ _id, version }: MonthlyReport, text: string) =>
  service.app.inject({
    method: 'PUT',
    url: `/admin/reports/${_id}/text`,
    payload: { text },
    headers: { ...admin.headers, [IF_MATCH]: ifMatchOf(version) },
  })
async function send(reports: readonly Pick<MonthlyReport, '_id' | 'version'>[], app = service.app): Promise<ReportResult[]> {
  const wanted = reports.map(({ _id: id, version }) => ({ id, version, idempotencyKey: crypto.randomUUID() }))
  return (await post('/admin/reports/send', { reports: wanted }, admin, app)).json().results
}
const sentEvents = async (companyId: string) =>
  (await outboxOf(service.db as never, ReportSent)).map(({ data }) => data).filter(({ companyProfileId }) => companyProfileId === companyId)
const correct = ({ _id }: Pick<MonthlyReport, '_id'>) => post(`/admin/reports/${_id}/correct`)

test('a report contains the figures of all services, and those of the month before', async () => {
  const history = historyIn(service.db)
  const { _id: companyId } = owner.company
  await history.task(companyId, { createdAt: '2026-10-01T10:00:00Z', postedOn: '2026-10-08' })
  await history.task(companyId, { createdAt: '2026-09-21T10:00:00Z', postedOn: '2026-09-30' })
  await history.task(companyId, { createdAt: '2026-09-21T10:00:00Z', title: 'Turkey', target: '2026-11-24' })
  const report = await prepared()
  expect(report).toMatchObject({ month: MONTH, number: 1, state: 'prepared', companyName: owner.company.companyName, text: '', version: 1 })
  expect(report).toMatchObject({ preparedAt: '2026-11-21T17:00:00Z', sentAt: null, correctedBy: null })
  const { content, posts, planned, before, ...others } = report.figures
  expect(others).toEqual({ campaigns: campaignAnswer.month, customers: customerAnswer.month })
  expect([content.posted, posts.listed.length, planned.listed.map(({ title }) => title)]).toEqual([1, 1, ['Turkey']])
  expect(before).toMatchObject({ content: { posted: 1 }, campaigns: campaignAnswer.before, customers: null })
  const authorization = `Key ${INTERNAL_MAIL_KEY}`
  for (const { calls } of [campaigns, customers])
    expect(calls.at(-1)).toEqual({ url: `/internal/monthly-figures/${companyId}?month=${MONTH}`, authorization })
})

test('a company that was created in the month has no month before, and no report of earlier or open months', async () => {
  await setCreated(owner, '2026-10-15T12:00:00.000Z')
  expect((await prepared()).figures.before).toBeNull()
  const refusals = [await prepare(owner, '2026-09'), await prepare(owner, '2026-11'), await prepare(owner, '2025-10')]
  expect(refusals.map((response) => response.json().message)).toEqual([
    'This company did not exist yet.',
    'Choose a month that has ended.',
    'Choose one of the last 12 months.',
  ])
})

test('no report is prepared without the figures of another service', async () => {
  campaigns.state.fails = true
  expect((await prepare()).statusCode).toBe(503)
  campaigns.state.fails = false
  await prepared()
})

test('a report that is prepared again gets new figures and keeps its text; its text needs the version that was seen', async () => {
  const first = await prepared()
  const texted: MonthlyReport = (await setText(first, ' A good month. ')).json()
  expect([texted.text, texted.version]).toEqual(['A good month.', 2])
  const conflict = await setText(first, 'Another')
  expect([conflict.statusCode, conflict.json().report.text]).toEqual([409, 'A good month.'])
  await historyIn(service.db).task(owner.company._id, { createdAt: '2026-10-01T10:00:00Z', postedOn: '2026-10-08' })
  const again = await prepared()
  expect(again).toMatchObject({ _id: first._id, text: 'A good month.', version: 3, figures: { content: { posted: 1 } } })
})

test('a report is sent once, even by two replicas at the same moment, and never changes afterwards', async () => {
  const report = await prepared()
  const replica = await secondReplica(service)
  const results = (await Promise.all([send([report]), send([report], replica.app), send([report])])).flat()
  await replica.stop()
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await sentEvents(owner.company._id)).toEqual([
    {
      reportId: report._id,
      companyProfileId: owner.company._id,
      companyName: owner.company.companyName,
      ownerId: owner.id,
      month: MONTH,
      number: 1,
    },
  ])
  const attempts = [await setText({ ...report, version: 2 }, 'Late'), await prepare()]
  expect(attempts.map(({ statusCode }) => statusCode)).toEqual([409, 409])
  await expect(sql`update monthly_report set text = 'x' where id = ${report._id}`.execute(service.db)).rejects.toThrow('cannot be changed')
})

test('several reports are sent with a result each; a repeated key sends nothing again', async () => {
  const other = await reviewer(service)
  await setCreated(other, CREATED.createdAt)
  const [first, second] = [await prepared(), await prepared(other)]
  await setText(second, 'Changed')
  const reports = [first, second, { _id: crypto.randomUUID(), version: 1 }].map(({ _id: id, version }, index) => ({
    id,
    version,
    idempotencyKey: `send-${first._id}-${index}`,
  }))
  const answers = [await post('/admin/reports/send', { reports }), await post('/admin/reports/send', { reports })]
  for (const answer of answers) expect(answer.json().results.map(({ status }: ReportResult) => status)).toEqual([200, 409, 404])
  expect(await sentEvents(owner.company._id)).toHaveLength(1)
})

test('a corrected report has the next number and the text, and is sent again', async () => {
  const first: MonthlyReport = (await setText(await prepared(), 'A good month.')).json()
  expect((await correct(first)).statusCode).toBe(409)
  await send([first])
  const [one, two] = await Promise.all([correct(first), correct(first)])
  expect([one.statusCode, two.statusCode].sort()).toEqual([201, 409])
  const second: MonthlyReport = (one.statusCode === 201 ? one : two).json()
  expect(second).toMatchObject({ number: 2, state: 'prepared', text: 'A good month.' })
  expect((await get(`/reports/${second._id}`, owner)).statusCode).toBe(404)
  await send([second])
  expect((await sentEvents(owner.company._id)).map(({ number }) => number)).toEqual([1, 2])
  expect((await get(`/reports/${first._id}`, owner)).json()).toMatchObject({ number: 1, correctedBy: second._id })
  expect((await get(`/reports/company/${owner.company._id}`, owner)).json()).toMatchObject([{ _id: second._id, number: 2 }])
  expect((await correct(first)).statusCode).toBe(409)
})

test('owners see only the sent reports of their own company', async () => {
  const report = await prepared()
  const stranger = await ownerWithCompany(service.deps)
  const seen = async (person: Person) => [
    (await get(`/reports/${report._id}`, person)).statusCode,
    (await get(`/reports/company/${owner.company._id}`, person)).json(),
  ]
  expect(await seen(owner)).toEqual([404, []])
  await send([report])
  expect(await seen(owner)).toMatchObject([200, [{ _id: report._id }]])
  expect(await seen(stranger)).toMatchObject([404, { code: 'company-not-found' }])
})

test('a report is downloaded as a PDF file, with the pictures that are there, by those who see it', async () => {
  const { db, store } = service
  const key = `public/tasks/${crypto.randomUUID()}.jpg`
  await store.put(key, Readable.from([jpeg()]), 'image/jpeg', AbortSignal.timeout(5_000))
  const history = historyIn(db)
  for (const [title, thumbnail] of Object.entries({ There: key, Missing: `${key}-missing` })) {
    const task = await history.task(owner.company._id, { createdAt: '2026-10-01T10:00:00Z', postedOn: '2026-10-08', title })
    const stored = JSON.stringify({ key: thumbnail, width: 1, height: 1 })
    await sql`update task set done_task_thumbnail = ${stored}::jsonb where id = ${task}`.execute(db)
  }
  await sql`update company set name = 'Harbor/Pine' where id = ${owner.company._id}`.execute(db)
  const report = await prepared()
  const url = `/reports/${report._id}/report.pdf`
  expect((await get(url, owner)).statusCode).toBe(404)
  await send([report])
  for (const person of [owner, admin]) {
    const { statusCode, headers, rawPayload } = await get(url, person)
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, 'application/pdf', 'no-store'])
    expect(headers['content-disposition']).toContain(`filename*=UTF-8''Harbor%20Pine%20%E2%80%93%20October%202026.pdf`)
    const file = rawPayload.toString('latin1')
    expect([file.slice(0, 5), file.split('/Filter /DCTDecode').length]).toEqual(['%PDF-', 2])
  }
  expect((await get(url, await ownerWithCompany(service.deps))).statusCode).toBe(404)
})

test('admins list the newest reports of a month by name, in pages', async () => {
  const names = ['beta', 'Alpha', 'Gamma']
  for (const name of names) {
    const one = await reviewer(service)
    await sql`update company set name = ${`July ${name}`}, profile = profile || '{"createdAt":"2026-07-01T00:00:00.000Z"}' where id = ${one.company._id}`.execute(
      service.db,
    )
    await prepare(one, '2026-07')
  }
  const first = await get('/admin/reports?month=2026-07&limit=2')
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
  const listed: ListedReport[] = [...first.json(), ...(await get(next)).json()]
  expect(listed.map(({ companyName }) => companyName)).toEqual(['July Alpha', 'July beta', 'July Gamma'])
  expect(listed[0]).toMatchObject({ hasText: false, posted: 0, delivered: 0, decisionHours: null, emailsSent: 1240, customers: 312 })
  await send(listed.slice(0, 1))
  const namesIn = async (state: string) =>
    (await get(`/admin/reports?month=2026-07&state=${state}`)).json().map(({ companyName }: ListedReport) => companyName)
  expect([await namesIn('sent'), await namesIn('prepared')]).toEqual([['July Alpha'], ['July beta', 'July Gamma']])
})

test('reports are prepared from the first working day on, once, and wait for services that are away', async () => {
  const { db, deps } = service
  const monthsOf = async ({ company }: Reviewer) =>
    (await db.selectFrom('monthly_report').select('month').where('company_id', '=', company._id).execute()).map(({ month }) => month)
  const queue = () => queueReports(deps, new AbortController().signal)
  const later = await reviewer(service)
  await setCreated(owner, '2025-07-01T12:00:00.000Z')
  // In New York, the company was created on 1 September.
  await setCreated(later, '2025-09-01T04:00:00.000Z')
  // Labor Day.
  clock = new Date('2025-09-01T16:00:00Z')
  await queue()
  expect(await countWaiting(db, reportQueue)).toBe(0)
  clock = new Date('2025-09-02T16:00:00Z')
  campaigns.state.fails = true
  await Promise.all([queue(), queue()])
  const abort = new AbortController()
  const running = runDueWork(reportWork(deps), abort.signal)
  await expect.poll(() => service.lines.some((line) => JSON.stringify(line).includes('cannot be prepared yet'))).toBe(true)
  abort.abort()
  await running
  expect(await monthsOf(owner)).toEqual([])
  campaigns.state.fails = false
  await lapseWork(db)
  await Promise.all([runDueWork(reportWork(deps)), runDueWork(reportWork(deps))])
  expect([await monthsOf(owner), await monthsOf(later)]).toEqual([['2025-08'], []])
  await queue()
  expect(await countWaiting(db, reportQueue)).toBe(0)
})

test('the email shows three figures; a corrected report makes it obsolete', async () => {
  const ask = composing(service)
  const first: MonthlyReport = (await setText(await prepared(), 'A good month.')).json()
  await send([first])
  const mail = await ask.mail('monthly-report', first._id, toOwner(owner))
  expect(mail.subject).toBe('Your October 2026 report from Palmetto Works')
  for (const part of [
    'Posts: 0',
    'Emails sent: 1,240 · 340 more than in September (+38%)',
    'Customers: 312',
    'A good month.',
    `report=${first._id}`,
  ])
    expect(mail.text).toContain(part)
  expect(await ask.status('monthly-report', first._id, toOwner(await reviewer(service)))).toBe(410)
  await send([(await correct(first)).json()])
  expect(await ask.status('monthly-report', first._id, toOwner(owner))).toBe(410)
})

test('the pictures of a report are kept when the task is removed', async () => {
  const { db, deps } = service
  const key = `public/previews/${crypto.randomUUID()}`
  const task = await historyIn(db).task(owner.company._id, { createdAt: '2026-10-01T10:00:00Z', postedOn: '2026-10-08' })
  const thumbnail = JSON.stringify({ key, width: 1, height: 1 })
  await sql`update task set done_task_thumbnail = ${thumbnail}::jsonb where id = ${task}`.execute(db)
  expect((await prepared()).figures.posts.listed[0]?.thumbnail?.url).toContain(key)
  await sql`delete from task where id = ${task}`.execute(db)
  expect(await taskFileSweep(deps).namedKeys([key, 'public/previews/other'])).toEqual(new Set([key]))
})

test('admins see which companies have no report of a month yet, of all companies or only of their own', async () => {
  const { db } = service
  const unpreparedIn = async (query: string): Promise<string[]> => {
    const response = await get(`/admin/reports/unprepared?limit=100&${query}`)
    return response.json().map(({ companyProfileId }: UnpreparedReport) => companyProfileId)
  }
  const { _id: companyId } = owner.company
  expect(await unpreparedIn(`month=${MONTH}`)).toContain(companyId)
  expect(await unpreparedIn('month=2026-08')).not.toContain(companyId)
  expect(await unpreparedIn(`month=${MONTH}&manager=me`)).toEqual([])
  await sql`insert into company_manager (company_id, manager_id, version) values (${companyId}, ${admin.id}, 1)`.execute(db)
  expect(await unpreparedIn(`month=${MONTH}&manager=me`)).toEqual([companyId])
  const { _id } = await prepared()
  expect(await unpreparedIn(`month=${MONTH}&manager=me`)).toEqual([])
  const mine: ListedReport[] = (await get(`/admin/reports?month=${MONTH}&manager=me`)).json()
  expect(mine.map((report) => report._id)).toEqual([_id])
})
