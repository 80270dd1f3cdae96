import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { MONDAY_COUNT_MAX, type Monday } from '@app/contracts/http/monday.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Reviewer, reviewer, reviewing } from './reviews/reviewing.ts'
import { addTaskRows, admin, setUp, taskIn } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let link: ReturnType<typeof reviewing>
let owner: Reviewer
beforeAll(async () => {
  service = await setUp()
  link = reviewing(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  await sql`delete from task`.execute(service.db)
  owner = await reviewer(service)
})

const get = (headers = admin.headers) => service.app.inject({ url: '/admin/board/monday', headers })
const monday = async (): Promise<Monday> => (await get()).json()
const titles = ({ count, tasks }: { count: number; tasks: readonly Pick<Task, 'title'>[] }) => [count, ...tasks.map(({ title }) => title)]

/** Adds a task of the owner. Today is Saturday, 21 November 2026. */
const add = (title: string, fields: Partial<Parameters<typeof addTaskRows>[2]>, companyId = owner.company._id) =>
  addTaskRows(service.db, companyId, { title, ...fields })

/** Sets when the emails with the links to a task's preview were sent. */
const sentDaysAgo = (days: number, { _id }: Task) => {
  const time = new Date(service.deps.now().getTime() - days * 86_400_000).toISOString()
  return sql`update review_link set sent_at = ${time} where task_id = ${_id}`.execute(service.db)
}

test('the previews that admins owe are split at today and at Sunday; unconfirmed accounts and previewed tasks are left out', async () => {
  await add('Late by posting date', { target: '2026-11-20' })
  await add('Very late', { review: '2026-11-01', target: '2026-12-24' })
  await add('Today', { review: '2026-11-21' })
  await add('Sunday', { review: '2026-11-22' })
  await add('Next week', { review: '2026-11-23' })
  await add('Undated', {})
  await add('With the client', { review: '2026-11-01', picture: 'public/a.png' })
  await add('Referred back', { status: 'Roll Back', review: '2026-11-22' })
  const stranger = await reviewer(service, { isConfirmed: false, email: 'new@shop.example' })
  await add('Of a new account', { review: '2026-11-01' }, stranger.company._id)

  const { owed, referredBack } = await monday()
  expect(titles(owed.late)).toEqual([2, 'Very late', 'Late by posting date'])
  expect(titles(owed.today)).toEqual([1, 'Today'])
  expect(titles(owed.thisWeek)).toEqual([1, 'Sunday'])
  expect(titles(referredBack)).toEqual([1, 'Referred back'])
  expect(owed.today.tasks[0]).toMatchObject({ companyName: owner.company.companyName, hasFreshPreview: false })
})

test('approved tasks are ready on their posting date; an unconfirmed approval is a call to the client', async () => {
  await add('Due', { status: 'Approved', target: '2026-11-21' })
  await add('Overdue', { status: 'Approved', target: '2026-11-19' })
  await add('Tomorrow', { status: 'Approved', target: '2026-11-22' })
  await add('Unconfirmed', { status: 'Approved', target: '2026-11-20' })
  await sql`update task set approval_unconfirmed = true where title = 'Unconfirmed'`.execute(service.db)
  await sql`update company set profile = profile || '{"phone": "8035550142"}' where id = ${owner.company._id}`.execute(service.db)

  const { launch, calls } = await monday()
  expect(titles(launch)).toEqual([2, 'Overdue', 'Due'])
  expect(titles(calls.unconfirmed)).toEqual([1, 'Unconfirmed'])
  expect(calls.unconfirmed.tasks[0]?.phone).toBe('8035550142')
})

test('a task is due for launch when its day has begun in the time zone of its company', async () => {
  // At noon in New York, it is 3 AM of the next day in Guam.
  const guam = await ownerWithCompany(service.deps, { timeZone: 'Pacific/Guam' })
  const unknown = await ownerWithCompany(service.deps, { timeZone: 'Mars/Olympus' })
  await add('In New York', { status: 'Approved', target: '2026-11-22' })
  await add('In Guam', { status: 'Approved', target: '2026-11-22' }, guam.company._id)
  await add('Later in Guam', { status: 'Approved', target: '2026-11-23' }, guam.company._id)
  await add('On Mars', { status: 'Approved', target: '2026-11-22' }, unknown.company._id)
  expect(titles((await monday()).launch)).toEqual([1, 'In Guam'])
  expect((await service.app.inject({ url: '/admin/board/counts', headers: admin.headers })).json().launch).toBe(1)
})

test('clients with a bounced email, or who opened no link for three days, are called', async () => {
  const [unopened, recent, opened, bounced] = [
    await link.linked(owner, undefined, false),
    await link.linked(owner, undefined, false),
    await link.linked(owner),
    await link.linked(owner, undefined, false),
  ].map(({ task }) => task) as [Task, Task, Task, Task]
  for (const task of [unopened, opened, bounced]) await sentDaysAgo(3, task)
  await sentDaysAgo(2, recent)
  await sql`update task set email_bounced = true where id = ${bounced._id}`.execute(service.db)

  const { calls } = await monday()
  expect(calls.unopened.tasks.map(({ taskId }) => taskId)).toEqual([unopened.taskId])
  expect(calls.bounced.tasks.map(({ taskId }) => taskId)).toEqual([bounced.taskId])
})

test('each list has at most five tasks, and its count stops at 1,000', async () => {
  await add('Late', { review: '2026-11-01', count: MONDAY_COUNT_MAX + 1 })
  await add('Very late', { review: '2026-10-01', count: 4 })
  const { late } = (await monday()).owed
  expect(titles(late)).toEqual([MONDAY_COUNT_MAX, 'Very late', 'Very late', 'Very late', 'Very late', 'Late'])
})

test('only admins see the lists, and without tasks the lists are empty', async () => {
  expect((await get((await ownerWithCompany(service.deps)).headers)).statusCode).toBe(403)
  await taskIn(service.app, owner, 'Posted')
  const { owed, launch, referredBack, calls } = await monday()
  for (const list of [...Object.values(owed), ...Object.values(calls), launch, referredBack]) expect(list).toEqual({ count: 0, tasks: [] })
})
