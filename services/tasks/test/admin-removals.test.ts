import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { TaskRemoved } from '@app/contracts/events/tasks.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeReviews } from '../src/reviews/start-purging.ts'
import { type Reviewer, reviewer, reviewing } from './reviews/reviewing.ts'
import { admin, read, remove, setUp, storedKeys, taskIn } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Reviewer
beforeAll(async () => {
  service = await setUp()
  owner = await reviewer(service)
})
afterAll(() => service.stop())

const take = (
  { _id }: Pick<Task, '_id'>,
  body: object = { reason: 'Entered twice' },
  caller: { headers: Record<string, string> } = admin,
) => service.app.inject({ method: 'POST', url: `/admin/remove-task/${_id}`, payload: body, headers: caller.headers })
const removals = async ({ _id }: Pick<Task, '_id'>) =>
  (await outboxOf(service.db as never, TaskRemoved)).filter(({ subject }) => subject === _id).map(({ data }) => data)
const kept = () => service.db.selectFrom('removed_task').select(['id', 'title', 'reason']).execute()

test.each([
  ['Pending', 200],
  ['Previewed', 200],
  ['Roll Back', 200],
  ['Approved', 200],
  ['Posted', 409],
] as const)('a task that is %s: %i', async (status, expected) => {
  const before = await storedKeys(service.deps)
  const task = await taskIn(service.app, owner, status)
  const response = await take(task, { reason: ' Entered twice ', version: task.version })
  expect(response.statusCode, response.body).toBe(expected)
  expect((await read(service.app, owner, task._id)).statusCode).toBe(expected === 200 ? 404 : 200)
  if (expected !== 200) return expect(response.json()).toMatchObject({ code: 'task-status', task: { _id: task._id } })
  expect(await removals(task)).toMatchObject([{ removedBy: 'admin', reason: 'Entered twice', title: task.title, ownerId: owner.id }])
  expect(await kept()).toContainEqual({ id: task._id, title: task.title, reason: 'Entered twice' })
  expect(await storedKeys(service.deps)).toEqual(before)
})

test('a task that was approved through a review link can be removed, and the record keeps its entries', async () => {
  const links = reviewing(service)
  const { task, token } = await links.linked(owner)
  await links.approve(token)
  expect((await take(task)).statusCode).toBe(200)
  expect((await links.review(token)).state).toBe('removed')
  const record = await service.app.inject({ url: `/company-record/${owner.company._id}/verify`, headers: owner.headers })
  expect(record.json().problem).toBe(null)
})

test('needs a reason, an admin, and the current version', async () => {
  const task = await taskIn(service.app, owner, 'Previewed')
  const statuses = [
    await take(task, {}),
    await take(task, { reason: ' ' }),
    await take(task, { reason: 'Old', version: 1 }),
    await take(task, { reason: 'Mine' }, owner),
    await take({ _id: crypto.randomUUID() }),
  ].map(({ statusCode }) => statusCode)
  expect(statuses).toEqual([400, 422, 409, 403, 404])
})

test('the removal by an owner says so, and keeps nothing', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  await remove(service.app, owner, task._id)
  expect(await removals(task)).toMatchObject([{ removedBy: 'owner' }])
  expect((await kept()).map(({ id }) => id)).not.toContain(task._id)
})

test('the facts for the email are kept for 90 days', async () => {
  const [old, recent] = [await taskIn(service.app, owner, 'Pending'), await taskIn(service.app, owner, 'Pending')]
  for (const task of [old, recent]) await take(task)
  await sql`update removed_task set removed_at = now() - interval '91 days' where id = ${old._id}`.execute(service.db)
  await purgeReviews(service.db)
  const ids = (await kept()).map(({ id }) => id)
  expect([ids.includes(old._id), ids.includes(recent._id)]).toEqual([false, true])
})
