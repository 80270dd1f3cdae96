import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { SeriesChanged, TaskChanged } from '@app/contracts/events/tasks.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRecurring, datesOf, occurrencesOf, runJob, seriesOf, skip } from '../series/series-setup.ts'
import { admin, adminCreate, deliver, move, read, setUp, taskFields, taskIn } from '../setup.ts'
import { assigned, edit, historyOf, moveTo } from './brief-steps.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())
beforeEach(async () => {
  owner = await ownerWithCompany(service.deps)
})

const fresh = async ({ _id }: Pick<Task, '_id'>): Promise<Task> => (await read(service.app, owner, _id)).json()
const datesIn = ({ targetPostingDate, submissionForReview }: Task) => [targetPostingDate, submissionForReview]
const december = { submissionForReview: '2026-12-01', targetPostingDate: '2026-12-10' }

/** Returns the events of the company's feed, for example "2026-12-13 sequence 4". */
async function feed(): Promise<string[]> {
  const url = `/task/calendar-feed/${owner.company._id}`
  await service.app.inject({ method: 'POST', url, headers: owner.headers })
  const { pathname } = new URL((await service.app.inject({ url, headers: owner.headers })).json().url)
  const { body } = await service.app.inject({ url: pathname })
  const valuesOf = (name: string) => [...body.matchAll(new RegExp(`^${name}[^:]*:(.*)\r$`, 'gm'))].map(([, value]) => value)
  const sequences = valuesOf('SEQUENCE')
  return valuesOf('DTSTART').map((date, at) => `${date} sequence ${sequences[at]}`)
}

/** Returns the days of December 2026 on which the admins' calendar shows tasks of the company. */
async function boardDays(): Promise<string[]> {
  const url = `/admin/board/calendar?from=2026-12-01&to=2026-12-31&companyProfileId=${owner.company._id}`
  return (await service.app.inject({ url, headers: admin.headers })).json().days.map(({ date }: { date: string }) => date)
}

async function nextPosting(): Promise<string | null | undefined> {
  const row = service.db.selectFrom('task_counts').select('next_posting_date').where('company_id', '=', owner.company._id)
  return (await row.executeTakeFirst())?.next_posting_date
}

test('a moved task keeps its approval, and calendars, feeds, counts and the history follow', async () => {
  const task = await assigned(service.app, owner, december)
  await deliver(service.app, task._id)
  const approved: Task = (await move(service.app, owner, task._id, { currentStatus: 'Approved' })).json()
  const response = await moveTo(service.app, owner, approved, '2026-12-13')
  expect(response.statusCode, response.body).toBe(200)
  const moved: Task = response.json()
  const changed = { targetPostingDate: '2026-12-13', briefVersion: 2, version: approved.version + 1, updatedAt: moved.updatedAt }
  expect(moved).toEqual({ ...approved, ...changed })
  expect([await feed(), await boardDays(), await nextPosting()]).toEqual([
    [`20261213 sequence ${moved.version}`],
    ['2026-12-13'],
    '2026-12-13',
  ])
  expect(await historyOf(service.app, owner, task)).toMatchObject([
    { number: 2, changed: ['targetPostingDate'], previewNo: 1, targetPostingDate: '2026-12-13' },
    { number: 1, targetPostingDate: '2026-12-10' },
  ])
  const events = (await outboxOf(service.db as never, TaskChanged)).filter(({ subject }) => subject === task._id)
  expect(events).toMatchObject([
    { data: { changed: ['targetPostingDate'], targetPostingDate: '2026-12-13', previousPostingDate: '2026-12-10', changedBy: 'owner' } },
  ])
  expect((await move(service.app, admin, task._id, { currentStatus: 'Posted' })).json().currentStatus).toBe('Posted')
  expect((await moveTo(service.app, admin, await fresh(task), '2026-12-20')).json()).toMatchObject({ status: 409, code: 'task-status' })
})

test('a move to the present date changes nothing', async () => {
  const task = await assigned(service.app, owner, december)
  expect((await moveTo(service.app, owner, task, '2026-12-10')).json()).toEqual(task)
})

test('the review date moves along, and a move is refused if it cannot', async () => {
  const task = await assigned(service.app, owner, { submissionForReview: '2026-11-26', targetPostingDate: '2026-11-30' })
  const earlier: Task = (await moveTo(service.app, owner, task, '2026-11-27')).json()
  expect(datesIn(earlier)).toEqual(['2026-11-27', '2026-11-23'])
  const refused = await moveTo(service.app, owner, earlier, '2026-11-25')
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    [{ field: 'submissionForReview', message: 'Submission date must be tomorrow or later' }],
  ])
  expect(datesIn((await moveTo(service.app, admin, earlier, '2026-11-22')).json())).toEqual(['2026-11-22', '2026-11-22'])
})

test('after a delivery, the review date only must not be after the posting date', async () => {
  const task = await assigned(service.app, owner, december)
  await deliver(service.app, task._id)
  const moved: Task = (await moveTo(service.app, owner, await fresh(task), '2026-12-02')).json()
  expect(datesIn(moved)).toEqual(['2026-12-02', '2026-12-01'])
})

test('a task of another owner cannot be moved', async () => {
  const task = await assigned(service.app, owner, december)
  expect((await moveTo(service.app, await ownerWithCompany(service.deps), task, '2026-12-13')).statusCode).toBe(404)
})

describe('the monthly limit', () => {
  const inMonth = (month: string, day: string) => ({ submissionForReview: `2027-${month}-01`, targetPostingDate: `2027-${month}-${day}` })

  test('of the new month holds for owners who move several tasks at once, by moves and edits, but not for admins', async () => {
    const tasks: Task[] = []
    for (const month of ['01', '02', '03', '04', '05', '06']) tasks.push(await assigned(service.app, owner, inMonth(month, '15')))
    const responses = await Promise.all(
      tasks.map((task, at) => {
        const date = `2027-08-${10 + at}`
        return at % 2 ? moveTo(service.app, owner, task, date) : edit(service.app, owner, task, { targetPostingDate: date })
      }),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 422, 422])
    const message = 'Cannot move task. Maximum 4 tasks allowed per month. 4 tasks already exist for August 2027.'
    const at = responses.findIndex(({ statusCode }) => statusCode === 422)
    expect(responses[at]?.json()).toMatchObject({ code: 'monthly-cap', message, errors: [{ field: 'targetPostingDate', message }] })
    expect((await moveTo(service.app, admin, tasks[at] as Task, '2027-08-20')).statusCode).toBe(200)
  })

  test('is not reached by a move within a full month', async () => {
    const tasks: Task[] = []
    for (const day of ['10', '11', '12', '13']) tasks.push(await assigned(service.app, owner, inMonth('03', day)))
    expect((await moveTo(service.app, owner, tasks[0] as Task, '2027-03-20')).statusCode).toBe(200)
  })
})

describe('a task of a series', () => {
  /** Every Monday from December 7. */
  const newSeries = () => createRecurring(service.app, owner)
  const occurrences = (task: Task) => occurrencesOf(service.app, owner, task.seriesId)

  test('moves alone, and keeps its date in the series', async () => {
    const task = await newSeries()
    const moved: Task = (await moveTo(service.app, owner, task, '2026-12-13')).json()
    expect(moved).toMatchObject({ targetPostingDate: '2026-12-13', occurrenceDate: '2026-12-07', nextOccurrenceDate: '2026-12-14' })
    expect((await feed()).map((event) => event.slice(0, 8))).toEqual(['20261213', '20261214', '20261221', '20261228', '20270104'])
    await runJob(service.deps, '2026-12-07')
    expect(datesOf(await occurrences(task))).toEqual(['2026-12-07', '2026-12-14'])
    const back: Task = (await moveTo(service.app, owner, await fresh(task), '2026-12-07')).json()
    expect(back.targetPostingDate).toBe('2026-12-07')
  })

  test('the first task of a series has no posting date: a move to its date in the series changes nothing', async () => {
    const task = await createRecurring(service.app, owner, { targetPostingDate: '', submissionForReview: '' })
    expect((await moveTo(service.app, owner, task, '2026-12-07')).json()).toEqual(task)
  })

  test.each([
    ['2026-12-13', 'sunday', '2026-12-20'],
    // Continues from the new date, so no week is left out.
    ['2026-12-04', 'friday', '2026-12-11'],
    ['2026-12-21', 'monday', '2026-12-28'],
  ] as const)('moved to %s with the following ones: the series repeats every %s, next on %s', async (date, weekday, next) => {
    const task = await newSeries()
    const moved: Task = (await moveTo(service.app, admin, task, date, { scope: 'following' })).json()
    expect(moved).toMatchObject({
      targetPostingDate: date,
      weeklyDayOfWeek: weekday,
      nextOccurrenceDate: next,
      occurrenceDate: '2026-12-07',
    })
    expect(await fresh(task)).toEqual(moved)
    expect(await seriesOf(service.app, owner, task.seriesId)).toMatchObject({ weeklyDayOfWeek: weekday, nextDate: next, version: 2 })
    const events = (await outboxOf(service.db as never, SeriesChanged)).filter(({ subject }) => subject === task.seriesId)
    expect(events).toMatchObject([{ data: { change: 'changed', changedBy: 'admin', nextDate: next } }])
    await Promise.all([runJob(service.deps, next), runJob(service.deps, next)])
    await runJob(service.deps, '2027-01-07')
    const dates = datesOf(await occurrences(task))
    expect(dates.slice(0, 2)).toEqual(['2026-12-07', next])
    expect(new Set(dates).size).toBe(dates.length)
  })

  test('that is not the newest moves with the following ones: the next date comes after all tasks, and skipped dates stay skipped', async () => {
    const task = await newSeries()
    await runJob(service.deps, '2026-12-07')
    const moved: Task = (await moveTo(service.app, owner, await fresh(task), '2026-12-08', { scope: 'following' })).json()
    expect(moved.targetPostingDate).toBe('2026-12-08')
    expect(await seriesOf(service.app, owner, task.seriesId)).toMatchObject({ weeklyDayOfWeek: 'tuesday', nextDate: '2026-12-22' })
    const other = await newSeries()
    await skip(service.app, owner, other.seriesId, '2026-12-14')
    await moveTo(service.app, owner, await fresh(other), '2026-12-08', { scope: 'following' })
    expect((await seriesOf(service.app, owner, other.seriesId)).nextDate).toBe('2026-12-22')
  })

  test('moves to the same week of the month with the following ones, and an ended series stays ended', async () => {
    const monthly = { recurrenceType: 'monthly', monthlyWeek: 'first', monthlyDayOfWeek: 'monday', recurrenceEndDate: '2027-06-30' }
    const task = await createRecurring(service.app, owner, monthly)
    await moveTo(service.app, owner, task, '2026-12-16', { scope: 'following' })
    expect(await seriesOf(service.app, owner, task.seriesId)).toMatchObject({
      monthlyWeek: 'third',
      monthlyDayOfWeek: 'wednesday',
      nextDate: '2027-01-20',
    })
    const single = await createRecurring(service.app, owner, { recurrenceEndDate: '2026-12-11' })
    await moveTo(service.app, owner, single, '2026-12-01', { scope: 'following' })
    expect((await seriesOf(service.app, owner, single.seriesId)).nextDate).toBe(null)
  })

  test('a task without a series cannot be moved with following ones', async () => {
    const task = (await adminCreate(service.app, taskFields(owner.company._id))).json()
    const response = await moveTo(service.app, owner, task, '2026-12-01', { scope: 'following' })
    expect([response.statusCode, response.json().errors[0].field]).toEqual([422, 'scope'])
  })

  test('moves of several tasks of a series and changes of the series do not deadlock, and keep one task per date', async () => {
    const task = await newSeries()
    await runJob(service.deps, '2026-12-07')
    await runJob(service.deps, '2026-12-14')
    const tasks = await occurrences(task)
    const responses = await Promise.all(
      tasks.flatMap((each, at) => [
        moveTo(service.app, owner, each, `2026-12-2${at + 3}`, { scope: 'following' }),
        moveTo(service.app, admin, each, `2026-12-1${at}`, { scope: 'following' }),
        runJob(service.deps, '2026-12-21').then(() => ({ statusCode: 200 })),
      ]),
    )
    expect(responses.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 409)).toEqual([])
    const dates = datesOf(await occurrences(task))
    expect(new Set(dates).size).toBe(dates.length)
    const { rows } = await sql<{ ok: boolean }>`
      select coalesce(next_date > last_date, true) as ok from task_series where id = ${task.seriesId}`.execute(service.db)
    expect(rows).toEqual([{ ok: true }])
  })
})

test('a recurring task that is posted cannot be moved, also not with the following ones', async () => {
  const task = await taskIn(service.app, owner, 'Posted')
  for (const options of [{}, { scope: 'following' }])
    expect((await moveTo(service.app, owner, task, '2026-12-20', options)).json()).toMatchObject({ status: 409, code: 'task-status' })
})
