import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import type { BoardTask } from '@app/contracts/http/board.ts'
import { CALENDAR_COUNT_MAX, PLANNED_DATES_MAX, type PlannedDate } from '@app/contracts/http/calendar.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calendarDay } from '../../src/calendar/calendar-day.ts'
import { createRecurring, skip } from '../series/series-setup.ts'
import { addTaskRows, admin, type Person, remove, setUp } from '../setup.ts'

type Owner = Awaited<ReturnType<typeof ownerWithCompany>>

let service: Awaited<ReturnType<typeof setUp>>
let bakery: Owner
let cafe: Owner
beforeAll(async () => {
  service = await setUp()
  bakery = await ownerWithCompany(service.deps, { companyName: 'Palm Bakery' })
  cafe = await ownerWithCompany(service.deps, { companyName: 'Café Ámbar' })
})
afterAll(() => service.stop())

const get = (url: string, caller: Person = admin) => service.app.inject({ url, headers: caller.headers })
const board = (from: string, to: string, more = '') => get(`/admin/board/calendar?from=${from}&to=${to}${more}`)

interface Day {
  date: string
  tasks: BoardTask[]
  count: number
}

describe('the calendar of the board', () => {
  test('contains the first tasks and the number of tasks of each day, for all companies or for one company', async () => {
    await addTaskRows(service.db, bakery.company._id, { title: 'Bread', target: '2027-03-04', count: 2 })
    await addTaskRows(service.db, cafe.company._id, { title: 'Coffee', target: '2027-03-04', status: 'Posted', count: 3 })
    await addTaskRows(service.db, cafe.company._id, { title: 'From a rule', recursFrom: '2027-03-05' })
    await addTaskRows(service.db, cafe.company._id, { title: 'Later', target: '2027-04-13' })
    const days: Day[] = (await board('2027-03-03', '2027-04-12')).json().days
    expect(days.map(({ date, count }) => [date, count])).toEqual([
      ['2027-03-04', 5],
      ['2027-03-05', 1],
    ])
    expect(days[0]?.tasks.map(({ title, companyName }) => [title, companyName])).toEqual([
      ['Bread', 'Palm Bakery'],
      ['Bread', 'Palm Bakery'],
      ['Coffee', 'Café Ámbar'],
    ])
    const ofCafe: Day[] = (await board('2027-03-03', '2027-04-12', `&companyProfileId=${cafe.company._id}`)).json().days
    expect(ofCafe.map(({ count, tasks }) => [count, tasks.length])).toEqual([
      [3, 3],
      [1, 1],
    ])
    const ofNobody = await board('2027-03-03', '2027-04-12', `&companyProfileId=${crypto.randomUUID()}`)
    expect(ofNobody.json()).toEqual({ days: [], planned: { dates: [], isComplete: true } })
  })

  test('counts a day with many tasks up to a maximum, and lists them in pages', async () => {
    const total = CALENDAR_COUNT_MAX + 15
    await addTaskRows(service.db, bakery.company._id, { title: 'Many', target: '2027-05-05', count: total })
    await addTaskRows(service.db, cafe.company._id, { title: 'One more', target: '2027-05-05' })
    const [day]: Day[] = (await board('2027-05-05', '2027-05-05')).json().days
    expect([day?.count, day?.tasks.length]).toEqual([CALENDAR_COUNT_MAX, 3])
    const listed: BoardTask[] = []
    let next: string | undefined = '/admin/board/calendar/2027-05-05?limit=50'
    while (next) {
      const page: Awaited<ReturnType<typeof get>> = await get(next)
      expect(page.json().length).toBeLessThanOrEqual(50)
      listed.push(...page.json())
      next = /^<(.*)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect(new Set(listed.map(({ taskId }) => taskId)).size).toBe(total + 1)
    const ofCafe = await get(`/admin/board/calendar/2027-05-05?companyProfileId=${cafe.company._id}`)
    expect(ofCafe.json().map(({ title }: BoardTask) => title)).toEqual(['One more'])
  })

  test.each([
    ['43 days', '2027-01-01', '2027-02-12'],
    ['no day', '2027-01-02', '2027-01-01'],
    ['a date that does not exist', '2027-02-30', '2027-03-01'],
  ])('is not returned for %s', async (_, from, to) => {
    expect((await board(from, to)).statusCode).toBe(422)
    expect((await get(`/task/planned-dates/${bakery.company._id}?from=${from}&to=${to}`, bakery)).statusCode).toBe(422)
  })

  test('rejects malformed dates and cursors', async () => {
    expect((await board('2027-1-1', '2027-01-02')).statusCode).toBe(400)
    expect((await get('/admin/board/calendar/2027-02-30')).statusCode).toBe(422)
    expect((await get('/admin/board/calendar/2027-02-01?cursor=x')).statusCode).toBe(400)
    expect((await board('9999-12-01', '9999-12-31')).statusCode).toBe(200)
    expect((await board('0000-01-01', '0000-01-31')).statusCode).toBe(400)
  })

  test.each([
    ['all companies', sql`true`, 'task_calendar'],
    ['one company', sql`company_id = '0190a0a0-0000-7000-8000-000000000001'`, 'task_company_calendar'],
  ])('of %s is read from an index', async (_, isListed, index) => {
    await service.db.connection().execute(async (db) => {
      await sql`set enable_seqscan = off`.execute(db)
      const plan = await sql<Record<string, string>>`
        explain select task_id from task where ${isListed} and ${calendarDay} = date '2027-05-05' order by task_id limit 3`.execute(db)
      await sql`reset enable_seqscan`.execute(db)
      const text = plan.rows.flatMap((row) => Object.values(row)).join('\n')
      expect(text).toContain(`using ${index} `)
      expect(text).not.toContain('Sort')
    })
  })
})

describe('planned dates', () => {
  const planned = async (from: string, to: string, owner: Owner) =>
    (await get(`/task/planned-dates/${owner.company._id}?from=${from}&to=${to}`, owner)).json()
  const datesOf = ({ dates }: { dates: PlannedDate[] }) => dates.map(({ date }) => date)

  test('are the dates of a series that are not tasks yet', async () => {
    const owner = await ownerWithCompany(service.deps)
    const first = await createRecurring(service.app, owner)
    const january = await planned('2026-11-29', '2027-01-09', owner)
    expect(january).toEqual({
      isComplete: true,
      dates: ['2026-12-14', '2026-12-21', '2026-12-28', '2027-01-04'].map((date) => ({
        date,
        seriesId: first.seriesId,
        companyProfileId: owner.company._id,
        companyName: 'Palm Bakery',
        title: 'Bean of the week',
        newestTaskId: first.taskId,
      })),
    })
    await skip(service.app, owner, first.seriesId, '2026-12-14')
    expect(datesOf(await planned('2026-12-13', '2026-12-27', owner))).toEqual(['2026-12-21'])
    const onBoard = (await board('2026-12-13', '2026-12-27', `&companyProfileId=${owner.company._id}`)).json()
    expect(datesOf(onBoard.planned)).toEqual(['2026-12-21'])
    await remove(service.app, owner, first._id)
    expect(datesOf(await planned('2026-11-29', '2027-01-09', owner))).toEqual([])
  })

  test('are not in the past', async () => {
    const owner = await ownerWithCompany(service.deps)
    const first = await createRecurring(service.app, owner)
    await sql`update task_series set last_date = '2026-11-01', next_date = '2026-11-02' where id = ${first.seriesId}`.execute(service.db)
    expect(datesOf(await planned('2026-11-01', '2026-12-05', owner))).toEqual(['2026-11-23', '2026-11-30'])
    expect(datesOf(await planned('2026-10-01', '2026-10-31', owner))).toEqual([])
  })

  test('are only returned to the owner of the company', async () => {
    const owner = await ownerWithCompany(service.deps)
    await createRecurring(service.app, owner)
    expect((await get(`/task/planned-dates/${owner.company._id}?from=2026-12-01&to=2026-12-31`, bakery)).statusCode).toBe(404)
  })

  test('are limited in number, and the response says that it is incomplete', async () => {
    const owner = await ownerWithCompany(service.deps)
    const first = await createRecurring(service.app, owner, { recurrenceStartDate: '2031-01-01', recurrenceEndDate: '2031-12-31' })
    const copies = Math.ceil(PLANNED_DATES_MAX / 5)
    await sql`
      insert into task_series (id, company_id, brief, recurrence_type, weekly_day_of_week, starts_on, ends_on, last_number, last_date, next_date)
      select gen_random_uuid(), company_id, brief, recurrence_type, weekly_day_of_week, starts_on, ends_on, 1, last_date, next_date
      from task_series, generate_series(1, ${copies}::integer) where id = ${first.seriesId}`.execute(service.db)
    const march: { dates: PlannedDate[]; isComplete: boolean } = await planned('2031-03-01', '2031-04-11', owner)
    expect([march.dates.length, march.isComplete]).toEqual([PLANNED_DATES_MAX, false])
    expect(datesOf(march)).toEqual(datesOf(march).toSorted())
  })
})
