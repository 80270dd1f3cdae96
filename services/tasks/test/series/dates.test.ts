import { connect } from '@app/chassis/db/connect.ts'
import { migrateService } from '@app/chassis/db/migrate.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { PreviewUploaded, TaskCreated } from '@app/contracts/events/tasks.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrations } from '../../src/db/migrations/index.ts'
import type { Tables } from '../../src/db/tables.ts'
import { convertRecurringTasks } from '../../src/series/convert-recurring-tasks.ts'
import { addTaskRows, admin, create, deliver, NOON, setUp, taskFields } from '../setup.ts'
import { change, createRecurring, launch, type Owner, runJob } from './series-setup.ts'

let now = NOON
let service: Awaited<ReturnType<typeof setUp>>
beforeAll(async () => {
  service = await setUp({ now: () => now })
})
afterAll(() => service.stop())

let owner: Owner
beforeEach(async () => {
  now = NOON
  await sql`delete from task`.execute(service.db)
  owner = await ownerWithCompany(service.deps)
})

/** The series starts on a Monday. Its first date is Friday, 4 December. */
const everyFriday = { weeklyDayOfWeek: 'friday', recurrenceStartDate: '2026-11-30', recurrenceEndDate: '2027-01-31' }
const START = everyFriday.recurrenceStartDate
const FIRST = '2026-12-04'
const BEFORE_FIRST = '2026-12-03'

const addRecurring = (fields = {}) => createRecurring(service.app, owner, { ...everyFriday, ...fields })
const addOnce = async (targetPostingDate: string): Promise<Task> =>
  (await create(service.app, owner, taskFields(owner.company._id, { targetPostingDate }))).json()

const get = (url: string) => service.app.inject({ url: `/admin/board${url}`, headers: admin.headers })

/** Returns the numbers of the tasks of a list. Each page contains one task. */
async function listed(url: string): Promise<number[]> {
  const ids: number[] = []
  for (let next: string | undefined = `${url}limit=1`; next; ) {
    const page: Awaited<ReturnType<typeof get>> = await get(next)
    ids.push(...page.json<Task[]>().map(({ taskId }) => taskId))
    next = /^<\/admin\/board(.*)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
  }
  return ids
}

async function nextPostingDate(): Promise<string | null> {
  const { line } = (await get(`/companies/${owner.company._id}`)).json()
  return line.nextPostingDate
}

const dueForLaunch = async (day: string): Promise<number> => {
  now = new Date(`${day}T17:00:00Z`)
  return (await get('/counts')).json().launch
}

const setStatus = ({ _id }: Task, status: Task['currentStatus']) =>
  sql`update task set status = ${status} where id = ${_id}`.execute(service.db)

/** Stores a first task as version 1.0.0 stores it, without a series. */
async function withoutSeries({ _id, seriesId }: Task): Promise<void> {
  await sql`
    update task set series_id = null, occurrence_no = null, occurrence_date = null, next_occurrence_date = null
    where id = ${_id}`.execute(service.db)
  await sql`delete from task_series where id = ${seriesId}`.execute(service.db)
}

describe('the first task of a series is dated by its first occurrence', () => {
  test('in the lists by posting date and by next step, also after a cursor', async () => {
    const first = await addRecurring()
    const earlier = await addOnce(BEFORE_FIRST)
    const later = await addOnce('2026-12-05')
    const order = [earlier.taskId, first.taskId, later.taskId]
    expect(await listed('/tasks?sort=target&')).toEqual(order)
    expect(await listed('/tasks?sort=target&search=palm&')).toEqual(order)
    await sql`update task set submission_for_review = null`.execute(service.db)
    expect(await listed('/tasks?sort=due&')).toEqual(order)
    expect(await listed('/tasks?sort=due&turn=admin&')).toEqual(order)
    expect(await listed('/tasks?sort=due&search=palm&')).toEqual(order)
  })

  test('among the waiting previews', async () => {
    const [first, earlier, later] = [await addRecurring(), await addOnce(BEFORE_FIRST), await addOnce('2026-12-05')]
    for (const { _id } of [first, earlier, later]) await deliver(service.app, _id)
    const order = [earlier.taskId, first.taskId, later.taskId]
    expect(await listed('/waiting?')).toEqual(order)
    await sql`update task set email_bounced = true`.execute(service.db)
    expect(await listed('/waiting?reach=bounced&')).toEqual(order)
  })

  test('in the number of tasks that are due for launch', async () => {
    await setStatus(await addRecurring(), 'Approved')
    expect(await dueForLaunch(START)).toBe(0)
    expect(await dueForLaunch(BEFORE_FIRST)).toBe(0)
    expect(await dueForLaunch(FIRST)).toBe(1)
  })

  test('in the next posting date of its company', async () => {
    const first = await addRecurring()
    expect(await nextPostingDate()).toBe(FIRST)
    const earlier = await addOnce(BEFORE_FIRST)
    expect(await nextPostingDate()).toBe(BEFORE_FIRST)
    await setStatus(earlier, 'Posted')
    expect(await nextPostingDate()).toBe(FIRST)
    await setStatus(first, 'Posted')
    expect(await nextPostingDate()).toBeNull()
  })

  test('in events, from which emails and reminders take the date. The task itself has no posting date', async () => {
    const first = await addRecurring()
    await deliver(service.app, first._id)
    for (const contract of [TaskCreated, PreviewUploaded]) {
      const events = (await outboxOf(service.db as never, contract)).filter(({ data }) => data._id === first._id)
      expect(events.map(({ data }) => data.targetPostingDate)).toEqual([FIRST])
    }
    expect(first).toMatchObject({ targetPostingDate: null, recurrenceStartDate: START, occurrenceDate: FIRST })
  })

  test('unless the owner entered a posting date', async () => {
    const dated = await addRecurring({ submissionForReview: '2026-11-22', targetPostingDate: '2026-12-02' })
    const [before, after] = [await addOnce('2026-12-01'), await addOnce(BEFORE_FIRST)]
    expect(await listed('/tasks?sort=target&')).toEqual([before.taskId, dated.taskId, after.taskId])
  })

  test('or by the start, if the rule has no date in the period', async () => {
    const first = await addRecurring({ recurrenceEndDate: '2026-12-02' })
    const [earlier, later] = [await addOnce('2026-11-29'), await addOnce('2026-12-01')]
    expect(await listed('/tasks?sort=target&')).toEqual([earlier.taskId, first.taskId, later.taskId])
  })

  test('also after the owner has changed the rule, because tasks that exist keep their dates', async () => {
    const { seriesId } = await addRecurring()
    const monthly = { recurrenceType: 'monthly', monthlyWeek: 'last', monthlyDayOfWeek: 'monday', recurrenceEndDate: '2027-03-31' }
    expect((await change(service.app, owner, seriesId, monthly)).statusCode).toBe(200)
    expect(await nextPostingDate()).toBe(FIRST)
  })

  test('after an early launch, the next task has the next date', async () => {
    const first = await addRecurring()
    await launch(service.app, service.db, first)
    await runJob(service.deps, '2026-11-23')
    expect(await nextPostingDate()).toBe('2026-12-11')
    expect(await listed('/tasks?sort=target&status=Posted&')).toEqual([first.taskId])
  })
})

test('a task of version 1.0.0 is dated by its start until the job creates its series', async () => {
  const first = await addRecurring()
  const between = await addOnce(BEFORE_FIRST)
  await withoutSeries(first)
  expect(await nextPostingDate()).toBe(START)
  expect(await listed('/tasks?sort=target&')).toEqual([first.taskId, between.taskId])
  await convertRecurringTasks(service.db, new AbortController().signal)
  expect(await nextPostingDate()).toBe(BEFORE_FIRST)
  expect(await listed('/tasks?sort=target&')).toEqual([between.taskId, first.taskId])
})

test('the migration updates next posting dates and replaces the indexes. It can be interrupted', async () => {
  const old = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0019'))
  const { adminUrl, drop } = await createTestDatabase('tasks', old)
  const db = connect<Tables>({ url: adminUrl, schema: 'tasks', max: 1, onIdleError: () => {} })
  const companies = await Promise.all(['Palm Bakery', 'Bay Law', 'Ambar'].map((companyName) => ownerWithCompany({ db }, { companyName })))
  const [inSeries, noSeries, dated] = companies.map(({ company }) => company._id)
  await addTaskRows(db, inSeries ?? '', { recursFrom: START, occursOn: FIRST })
  await addTaskRows(db, noSeries ?? '', { recursFrom: START })
  await addTaskRows(db, dated ?? '', { recursFrom: START, occursOn: FIRST, target: '2026-12-02' })
  const nextDates = async () => {
    const rows = await db
      .selectFrom('task_counts')
      .innerJoin('company', 'company.id', 'company_id')
      .select(['name', 'next_posting_date as date'])
      .execute()
    return Object.fromEntries(rows.map(({ name, date }) => [name, date]))
  }
  expect(await nextDates()).toEqual({ 'Palm Bakery': START, 'Bay Law': START, Ambar: '2026-12-02' })
  // A migration that was interrupted leaves an incomplete index.
  await sql`create index task_turn_day on task (id)`.execute(db)
  await migrateService({ adminUrl, service: 'tasks', migrations, rolePassword: 'only-for-tests' })
  expect(await nextDates()).toEqual({ 'Palm Bakery': FIRST, 'Bay Law': START, Ambar: '2026-12-02' })

  // A replica of an earlier version adds a task. The triggers use the new date.
  await addTaskRows(db, noSeries ?? '', { recursFrom: '2026-11-25', occursOn: '2026-11-27' })
  expect(await nextDates()).toMatchObject({ 'Bay Law': '2026-11-27' })

  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes where schemaname = 'tasks' and tablename = 'task'`.execute(db)
  const indexes = new Map(rows.map(({ name, definition }) => [name, definition]))
  for (const name of ['task_posting_day', 'task_next_step_day', 'task_turn_day', 'task_bounced_day'])
    expect(indexes.get(name), name).toContain('occurrence_date')
  expect([...indexes.keys()]).toEqual(expect.arrayContaining(['task_due', 'task_turn_newest']))
  for (const name of ['task_next_step', 'task_turn', 'task_bounced']) expect(indexes.has(name), name).toBe(false)
  await db.destroy()
  await drop()
})
