import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { person } from '@app/chassis/testing/people.ts'
import { TaskPosted } from '@app/contracts/events/tasks.ts'
import { LAUNCHES_MAX } from '@app/contracts/http/launch-tasks.ts'
import type { TaskResult } from '@app/contracts/http/task-result.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, type Person, read, setUp, taskIn } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
})
afterAll(() => service.stop())

const launch = (tasks: object[], adminPostComment = 'Live since nine.', caller: Person = admin) =>
  service.app.inject({ method: 'POST', url: '/admin/tasks/launch', payload: { adminPostComment, tasks }, headers: caller.headers })

const withKey = (id: string, more: object = {}) => ({ id, idempotencyKey: crypto.randomUUID(), ...more })

/** Returns the ids of the tasks for which an event about the launch is stored. */
const postedEvents = async () => (await outboxOf(service.db as never, TaskPosted)).map(({ data }) => data.taskId)

test('each task gets its own result: launched, not approved, changed, unknown, unconfirmed, already posted', async () => {
  const [first, second, pending, changed, unconfirmed, posted] = await Promise.all(
    (['Approved', 'Approved', 'Pending', 'Approved', 'Approved', 'Posted'] as const).map((status) => taskIn(service.app, owner, status)),
  )
  if (!first || !second || !pending || !changed || !unconfirmed || !posted) throw new Error('A task is missing')
  await sql`update task set approval_unconfirmed = true where id = ${unconfirmed._id}`.execute(service.db)
  const response = await launch([
    withKey(first._id, { version: first.version }),
    withKey(pending._id),
    withKey(String(changed.taskId), { version: changed.version + 1 }),
    withKey(crypto.randomUUID()),
    withKey(unconfirmed._id),
    withKey(posted._id),
    withKey(String(second.taskId)),
  ])
  expect(response.statusCode).toBe(200)
  const { results } = response.json<{ results: TaskResult[] }>()
  expect(results.map(({ status, message }) => [status, message])).toEqual([
    [200, ''],
    [409, 'Only an approved task can be launched.'],
    [409, 'This task was changed in the meantime. Please check it again.'],
    [404, 'Task not found'],
    [409, expect.stringContaining('may come from an email app')],
    [200, ''],
    [200, ''],
  ])
  expect(results.map(({ task }) => task?.currentStatus)).toEqual([
    'Posted',
    'Pending',
    'Approved',
    undefined,
    'Approved',
    'Posted',
    'Posted',
  ])
  for (const { _id } of [first, second]) {
    expect((await read(service.app, owner, _id)).json()).toMatchObject({ currentStatus: 'Posted', adminPostComment: 'Live since nine.' })
  }
  const again = await launch([withKey(unconfirmed._id, { acceptUnconfirmed: true })])
  expect(again.json().results[0]).toMatchObject({ status: 200, task: { currentStatus: 'Posted', approvalUnconfirmed: false } })
})

test('a repeated request launches no task again and returns the first results, and launches the tasks that failed', async () => {
  const [first, second] = [await taskIn(service.app, owner, 'Approved'), await taskIn(service.app, owner, 'Approved')]
  const tasks = [withKey(first._id), withKey(second._id, { version: second.version + 1 })]
  const before = (await launch(tasks)).json<{ results: TaskResult[] }>().results
  expect(before.map(({ status }) => status)).toEqual([200, 409])
  const after = (await launch([tasks[0] ?? {}, withKey(second._id)])).json<{ results: TaskResult[] }>().results
  expect(after[0]).toEqual(before[0])
  expect(after[1]?.status).toBe(200)
  const events = await postedEvents()
  for (const { taskId } of [first, second]) expect(events.filter((id) => id === taskId)).toHaveLength(1)

  const reused = (await launch(tasks.slice(0, 1), 'Another comment')).json<{ results: TaskResult[] }>().results
  expect(reused[0]?.status).toBe(422)
})

test('ten requests at the same time launch a task once', async () => {
  const task = await taskIn(service.app, owner, 'Approved')
  const item = withKey(task._id, { version: task.version })
  const all = await Promise.all(Array.from({ length: 10 }, () => launch([item])))
  for (const response of all) expect(response.json().results[0].status).toBe(200)
  expect((await postedEvents()).filter((id) => id === task.taskId)).toHaveLength(1)
})

test('an owner, an anonymous visitor, an empty list and too many tasks are rejected', async () => {
  const task = await taskIn(service.app, owner, 'Approved')
  expect((await launch([withKey(task._id)], '', owner)).statusCode).toBe(403)
  expect((await launch([withKey(task._id)], '', person('owner'))).statusCode).toBe(403)
  expect((await service.app.inject({ method: 'POST', url: '/admin/tasks/launch', payload: { tasks: [] } })).statusCode).toBe(401)
  expect((await launch([])).statusCode).toBe(400)
  expect((await launch(Array.from({ length: LAUNCHES_MAX + 1 }, () => withKey(task._id)))).statusCode).toBe(400)
  expect((await launch([withKey('Launch')])).statusCode).toBe(400)
  expect((await launch([{ id: task._id }])).statusCode).toBe(400)
  expect((await read(service.app, owner, task._id)).json().currentStatus).toBe('Approved')
})
