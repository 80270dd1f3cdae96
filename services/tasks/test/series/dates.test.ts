import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { PreviewUploaded, TaskCreated } from '@app/contracts/events/tasks.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admin, create, deliver, NOON, setUp, taskFields } from '../setup.ts'
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
