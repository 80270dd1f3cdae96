import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { BLOCK_MAX_MS, longestEventLoopBlock } from '@app/chassis/testing/event-loop.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { addDays } from '@app/contracts/rules/business-dates.ts'
import ICAL from 'ical.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRecurring, LAST_FRIDAYS, runJob, skip } from '../series/series-setup.ts'
import { addTaskRows, adminCreate, create, deliver, type Person, remove, setUp, taskFields, upload } from '../setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

async function newOwner() {
  owner = await ownerWithCompany(service.deps)
  return owner
}

const on = (method: 'GET' | 'POST' | 'DELETE', caller: Person = owner, companyId = owner.company._id) =>
  service.app.inject({ method, url: `/task/calendar-feed/${companyId}`, headers: caller.headers })
const urlOf = async (): Promise<string | null> => (await on('GET')).json().url

/** Turns the feed on, and returns its path. */
async function turnOn(): Promise<string> {
  expect((await on('POST')).json()).toEqual({ isOn: true })
  const url = await urlOf()
  expect(url).toMatch(/^https:\/\/portal\.example\/calendar\/[\w-]{43}\.ics$/)
  return new URL(url ?? '').pathname
}
const read = (path: string, headers: Record<string, string> = {}) => service.app.inject({ url: path, headers })

/** Returns the events of a feed as a calendar app reads them. */
async function eventsOf(path: string) {
  const { statusCode, body } = await read(path)
  expect(statusCode, body).toBe(200)
  const calendar = new ICAL.Component(ICAL.parse(body))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, startDate, sequence } = new ICAL.Event(component)
    return { uid, title: summary, date: startDate.toString(), sequence }
  })
}

test('the feed contains the tasks by posting date, and neither drafts nor tasks of other companies', async () => {
  await newOwner()
  const task = (await create(service.app, owner, taskFields(owner.company._id, { title: 'Autumn sale, 20 % 🍂' }))).json()
  await upload(service.app, task._id, { file1: png() }, { caption: 'Secret draft', deliver: 'false' })
  const other = await ownerWithCompany(service.deps)
  await adminCreate(service.app, taskFields(other.company._id, { title: 'Of another company' }))
  const path = await turnOn()
  expect(await eventsOf(path)).toEqual([{ uid: task._id, title: 'Autumn sale, 20 % 🍂', date: '2026-11-25', sequence: 1 }])
  const { headers, body } = await read(path)
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(headers['set-cookie']).toBeUndefined()
  expect(body).not.toContain('Secret draft')

  await deliver(service.app, task._id)
  expect((await eventsOf(path))[0]).toMatchObject({ uid: task._id, sequence: 2 })
  await remove(service.app, owner, task._id)
  expect(await eventsOf(path)).toEqual([])
})

test('the last Friday of each month is right for 12 months, also across daylight saving time', async () => {
  await newOwner()
  const series = await createRecurring(service.app, owner, {
    title: 'Last Friday',
    recurrenceType: 'monthly',
    monthlyWeek: 'last',
    monthlyDayOfWeek: 'friday',
    recurrenceStartDate: '2026-11-22',
    recurrenceEndDate: '2030-01-01',
  })
  const events = await eventsOf(await turnOn())
  expect(events.map(({ date }) => date)).toEqual(LAST_FRIDAYS.slice(0, 12))
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
  expect(events.map(({ sequence }) => sequence)).toEqual([1, ...events.slice(1).map(() => 0)])
  expect(events[0]?.uid).toBe(`${series.seriesId}-2026-11-27`)
})

test('a planned date keeps its UID when it becomes a task, and a skipped date is no longer in the feed', async () => {
  await newOwner()
  const first = await createRecurring(service.app, owner)
  const path = await turnOn()
  const before = await eventsOf(path)
  expect(before.map(({ date }) => date)).toEqual(['2026-12-07', '2026-12-14', '2026-12-21', '2026-12-28', '2027-01-04'])
  await skip(service.app, owner, first.seriesId, '2026-12-14')
  await runJob(service.deps, '2026-12-14')
  const after = await eventsOf(path)
  expect(after.map(({ uid }) => uid)).toEqual(before.filter(({ date }) => date !== '2026-12-14').map(({ uid }) => uid))
  expect(after.find(({ date }) => date === '2026-12-21')?.sequence).toBe(1)
})

test('the feed contains 31 past days and 366 coming days', async () => {
  await newOwner()
  const today = '2026-11-21'
  for (const days of [-32, -31, 0, 366, 367]) {
    const task = (await adminCreate(service.app, taskFields(owner.company._id, { title: String(days) }))).json()
    await sql`update task set target_posting_date = ${addDays(today, days)} where id = ${task._id}`.execute(service.db)
  }
  expect((await eventsOf(await turnOn())).map(({ title }) => title)).toEqual(['-31', '0', '366'])
})

test('a replaced token and the token of a feed that was turned off answer 404', async () => {
  await newOwner()
  expect(await urlOf()).toBeNull()
  const first = await turnOn()
  const second = await turnOn()
  expect(second).not.toBe(first)
  expect((await read(first)).statusCode).toBe(404)
  expect((await read(second)).statusCode).toBe(200)
  expect((await on('DELETE')).json()).toEqual({ isOn: false })
  expect((await on('DELETE')).statusCode).toBe(200)
  expect((await read(second)).statusCode).toBe(404)
  expect(await urlOf()).toBeNull()
  for (const token of ['x', 'A'.repeat(43), crypto.randomUUID()]) expect((await read(`/calendar/${token}.ics`)).statusCode).toBe(404)
})

test('only the owner of the company sees and changes its feed', async () => {
  await newOwner()
  await turnOn()
  const stranger = await ownerWithCompany(service.deps)
  for (const method of ['GET', 'POST', 'DELETE'] as const) expect((await on(method, stranger)).statusCode, method).toBe(404)
  expect(await urlOf()).not.toBeNull()
})

test('an unchanged feed answers 304, and every change of a task changes the ETag', async () => {
  await newOwner()
  const path = await turnOn()
  const { headers } = await read(path)
  const etag = String(headers.etag)
  const known = await read(path, { 'if-none-match': etag })
  expect([known.statusCode, known.body]).toEqual([304, ''])
  await create(service.app, owner, taskFields(owner.company._id))
  const changed = await read(path, { 'if-none-match': etag })
  expect(changed.statusCode).toBe(200)
  expect(changed.headers.etag).not.toBe(etag)
})

test('the token is not stored and not logged', async () => {
  await newOwner()
  const path = await turnOn()
  const token = path.slice('/calendar/'.length, -'.ics'.length)
  const key = { 'idempotency-key': crypto.randomUUID() }
  await service.app.inject({ method: 'POST', url: `/task/calendar-feed/${owner.company._id}`, headers: { ...owner.headers, ...key } })
  await read(path)
  const { rows } = await sql<{ text: string }>`
    select response as text from idempotency_key union all select id::text from calendar_feed`.execute(service.db)
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.map(({ text }) => text).join()).not.toContain(token)
  expect(service.lines.length).toBeGreaterThan(0)
  expect(JSON.stringify(service.lines)).not.toContain(token)
})

test('a company with many series has a bounded feed, which does not block the event loop', { tags: 'nightly' }, async () => {
  await newOwner()
  const first = await createRecurring(service.app, owner, { recurrenceEndDate: '2030-01-01' })
  await sql`
    insert into task_series (id, company_id, brief, recurrence_type, weekly_day_of_week, starts_on, ends_on, last_number, last_date, next_date)
    select gen_random_uuid(), company_id, brief, recurrence_type, weekly_day_of_week, starts_on, ends_on, 1, last_date, next_date
    from task_series, generate_series(1, 2000) where id = ${first.seriesId}`.execute(service.db)
  const path = await turnOn()
  expect((await eventsOf(path)).length).toBeLessThanOrEqual(1_001)
  expect(await longestEventLoopBlock(() => read(path))).toBeLessThan(BLOCK_MAX_MS)
})

test('a company with 5,000 tasks and many series has a bounded feed in the right format, which does not block the event loop', {
  tags: 'nightly',
}, async () => {
  await newOwner()
  const title = 'Oyster roast, 20 % off; bring "friends" \\n 👩‍🍳🦪 éñ豆'
  await createRecurring(service.app, owner, { title, recurrenceEndDate: '2030-01-01' })
  await sql`
    insert into task_series (id, company_id, brief, recurrence_type, weekly_day_of_week, starts_on, ends_on, last_number, last_date, next_date)
    select gen_random_uuid(), company_id, brief, recurrence_type, weekly_day_of_week, starts_on, ends_on, 1, last_date, next_date
    from task_series, generate_series(1, 60) where company_id = ${owner.company._id}`.execute(service.db)
  for (let year = 0; year < 5; year += 1)
    await addTaskRows(service.db, owner.company._id, { title: `${title}\nEND:VEVENT\r\nBEGIN:VEVENT ${'🦪'.repeat(40)}`, count: 1_000 })
  await sql`
    update task set target_posting_date = date '2026-11-01' + (task_id % 350)::integer
    where company_id = ${owner.company._id} and series_id is null`.execute(service.db)
  await sql`update company set name = 'Bakery, Ltd;\r\nX-EVIL:1' where id = ${owner.company._id}`.execute(service.db)
  const path = await turnOn()

  const { body, rawPayload } = await read(path)
  expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(body).not.toContain('\ufffd')
  expect(body.split('\r\n').filter((line) => line.startsWith('X-EVIL'))).toEqual([])
  expect(rawPayload.length).toBeLessThan(2_000_000)
  const events = await eventsOf(path)
  // 1,000 tasks and 1,000 planned dates.
  expect(events).toHaveLength(2_000)
  expect(body.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(2_000)
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(2_000)
  expect(new Set(events.map((event) => event.title))).toEqual(new Set([title, `${title}\nEND:VEVENT\nBEGIN:VEVENT ${'🦪'.repeat(40)}`]))
  expect(await longestEventLoopBlock(() => read(path))).toBeLessThan(BLOCK_MAX_MS)
})

test('subscribers can read a feed 120 times in a row, and then get 429', { tags: 'nightly' }, async () => {
  await newOwner()
  const path = await turnOn()
  for (let n = 0; n < 120; n++) expect((await read(path)).statusCode).toBe(200)
  const refused = await read(path)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})
