import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { TaskApproved, TaskReferredBack } from '@app/contracts/events/tasks.ts'
import { DECISIONS_MAX } from '@app/contracts/http/decide-tasks.ts'
import type { TaskResult } from '@app/contracts/http/task-result.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { FEEDBACK_REQUIRED } from '@app/contracts/rules/task-status.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, deliver, type Person, previewsOf, read, setUp, taskIn } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
})
afterAll(() => service.stop())

const decide = (decisions: object[], caller: Person = owner) =>
  service.app.inject({ method: 'POST', url: '/task/decisions', payload: { decisions }, headers: caller.headers })

const resultsOf = async (decisions: object[], caller: Person = owner) =>
  (await decide(decisions, caller)).json<{ results: TaskResult[] }>().results

const previewed = () => taskIn(service.app, owner, 'Previewed')
const withKey = (id: string, more: object = {}) => ({ id, idempotencyKey: crypto.randomUUID(), currentStatus: 'Approved', ...more })

/** The approval of the preview as the owner sees it. */
async function approvalOf({ _id, version }: Task) {
  const [preview] = await previewsOf(service.app, owner, _id)
  return withKey(_id, { version, previewNo: preview?.number ?? 0, contentHash: preview?.contentHash ?? '' })
}

const eventsOf = async ({ _id }: Task) => {
  const events = await Promise.all([TaskApproved, TaskReferredBack].map((type) => outboxOf(service.db as never, type)))
  return events.flat().filter(({ subject }) => subject === _id)
}

test('of 50 decisions, 49 succeed and the one about a replaced preview gets 409', { tags: 'nightly' }, async () => {
  const tasks: Task[] = []
  for (let n = 0; n < DECISIONS_MAX; n++) tasks.push(await previewed())
  const decisions = await Promise.all(tasks.map(approvalOf))
  const replaced = tasks[20]
  if (!replaced) throw new Error('The task is missing')
  await deliver(service.app, replaced._id)

  const response = await decide(decisions)
  expect(response.statusCode).toBe(200)
  const { results } = response.json<{ results: TaskResult[] }>()
  expect(results.map(({ id }) => id)).toEqual(tasks.map(({ _id }) => _id))
  expect(results.filter(({ status }) => status === 200)).toHaveLength(49)
  expect(results[20]).toMatchObject({
    status: 409,
    message: 'A newer preview is ready. Please look at it first.',
    task: { currentStatus: 'Pending', previewNo: 2 },
  })
  expect((await read(service.app, owner, replaced._id)).json()).toMatchObject({ currentStatus: 'Pending', approvedPreviewNo: null })
  for (const task of tasks.filter((one) => one !== replaced)) {
    expect(await eventsOf(task)).toMatchObject([{ type: TaskApproved.type, data: { previewNo: 1, channel: 'portal' } }])
  }
  expect(await eventsOf(replaced)).toEqual([])
})

test('each decision has its own result: approved, referred back, already decided, changed, unknown, without feedback', async () => {
  const [approved, referred, decided, changed, silent, wordy] = await Promise.all(Array.from({ length: 6 }, previewed))
  if (!approved || !referred || !decided || !changed || !silent || !wordy) throw new Error('A task is missing')
  await decide([withKey(decided._id)])
  const referBack = { currentStatus: 'Roll Back', feedback: 'Warmer, please.' }
  const results = await resultsOf([
    withKey(String(approved.taskId)),
    withKey(referred._id, { ...referBack, version: referred.version, previewNo: 1 }),
    withKey(decided._id),
    withKey(decided._id, referBack),
    withKey(changed._id, { version: changed.version + 1 }),
    withKey(crypto.randomUUID()),
    withKey(silent._id, { currentStatus: 'Roll Back', feedback: ' ' }),
    withKey(wordy._id, { feedback: 'Great' }),
    withKey(wordy._id, { ...referBack, contentHash: 'a'.repeat(64) }),
  ])
  expect(results.map(({ status, message }) => [status, message])).toEqual([
    [200, ''],
    [200, ''],
    [200, ''],
    [409, 'This task has already been approved.'],
    [409, 'This task was changed in the meantime. Please check it again.'],
    [404, 'Task not found'],
    [422, FEEDBACK_REQUIRED],
    [422, 'Feedback can be given only when a preview is referred back.'],
    [409, 'A newer preview is ready. Please look at it first.'],
  ])
  const after: Task = (await read(service.app, owner, referred._id)).json()
  expect(after).toMatchObject({ currentStatus: 'Roll Back', rollbackFeedback: [{ feedback: 'Warmer, please.', previewNo: 1 }] })
  for (const { _id } of [changed, silent, wordy])
    expect((await read(service.app, owner, _id)).json()).toMatchObject({ currentStatus: 'Pending', rollbackFeedback: [] })
})

test('a repeated request decides nothing again, and a key that was used for another decision gets 422', async () => {
  const [first, second] = [await previewed(), await previewed()]
  const decisions = [withKey(first._id), withKey(second._id, { currentStatus: 'Roll Back', feedback: 'Warmer' })]
  const before = await resultsOf(decisions)
  expect(before.map(({ status }) => status)).toEqual([200, 200])
  expect(await resultsOf(decisions)).toEqual(before)
  for (const task of [first, second]) expect(await eventsOf(task)).toHaveLength(1)
  expect((await read(service.app, owner, second._id)).json<Task>().rollbackFeedback).toHaveLength(1)

  const [reused] = await resultsOf([{ ...decisions[0], currentStatus: 'Roll Back', feedback: 'No' }])
  expect(reused?.status).toBe(422)
})

test('of ten opposite decisions at the same time, only those of one kind succeed, and one event is stored', async () => {
  const task = await previewed()
  const approval = withKey(task._id, { version: task.version })
  const referral = withKey(task._id, { version: task.version, currentStatus: 'Roll Back', feedback: 'Warmer' })
  const all = await Promise.all(Array.from({ length: 10 }, (_, n) => resultsOf([n % 2 ? approval : referral])))
  const { currentStatus } = (await read(service.app, owner, task._id)).json<Task>()
  const won = currentStatus === 'Approved' ? 1 : 0
  for (const [n, [result]] of all.entries()) expect(result?.status, `request ${n}`).toBe(n % 2 === won ? 200 : 409)
  expect(await eventsOf(task)).toHaveLength(1)
})

test('the same request twice at the same time decides once, and both get the same results', async () => {
  const tasks = await Promise.all(Array.from({ length: 4 }, previewed))
  const decisions = tasks.map(({ _id }, n) => withKey(_id, n % 2 ? { currentStatus: 'Roll Back', feedback: 'Warmer' } : {}))
  const [one, two] = await Promise.all([resultsOf(decisions), resultsOf(decisions)])
  expect(one).toEqual(two)
  expect(one?.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  for (const task of tasks) expect(await eventsOf(task)).toHaveLength(1)
})

test('a task that is twice in a request is decided once: the second, opposite decision gets 409', async () => {
  const [same, opposite, oneKey] = await Promise.all([previewed(), previewed(), previewed()])
  if (!same || !opposite || !oneKey) throw new Error('A task is missing')
  const referral = { currentStatus: 'Roll Back', feedback: 'Warmer' }
  const repeated = withKey(oneKey._id)
  const results = await resultsOf([
    withKey(same._id),
    withKey(String(same.taskId)),
    withKey(opposite._id),
    withKey(opposite._id.toUpperCase(), referral),
    repeated,
    repeated,
    { ...repeated, ...referral },
  ])
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 409, 200, 200, 422])
  expect(results.at(5)?.task).toEqual(results.at(4)?.task)
  for (const task of [same, opposite, oneKey]) expect(await eventsOf(task)).toMatchObject([{ type: TaskApproved.type }])
})

test('tasks of another owner are not found', async () => {
  const task = await previewed()
  const other = await ownerWithCompany(service.deps)
  const results = await resultsOf([withKey(task._id), withKey(task._id, { currentStatus: 'Roll Back', feedback: 'Warmer' })], other)
  expect(results).toEqual([
    { id: task._id, status: 404, message: 'Task not found' },
    { id: task._id, status: 404, message: 'Task not found' },
  ])
  expect((await read(service.app, owner, task._id)).json()).toMatchObject({ currentStatus: 'Pending' })
})

test('an owner who sends too many decisions must wait, and nothing is decided', async () => {
  const busy = await ownerWithCompany(service.deps)
  const { _id } = await taskIn(service.app, busy, 'Previewed')
  // The owner has made 990 of 1,000 decisions.
  await sql`
    insert into rate_limits (key, used_until, counted_at)
    values (${`decisions:${busy.id}`}, now() + 990 * interval '3.6 seconds', now())`.execute(service.db)
  const refused = await decide(
    Array.from({ length: DECISIONS_MAX }, () => withKey(_id)),
    busy,
  )
  expect(refused.json()).toMatchObject({ status: 429, code: 'too-many' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await read(service.app, busy, _id)).json()).toMatchObject({ currentStatus: 'Pending' })
  expect((await resultsOf([withKey(_id)], busy)).map(({ status }) => status)).toEqual([200])
})

test('requests of admins and anonymous visitors, and malformed requests, are rejected', async () => {
  const { _id } = await previewed()
  expect((await decide([withKey(_id)], admin)).statusCode).toBe(403)
  expect((await service.app.inject({ method: 'POST', url: '/task/decisions', payload: { decisions: [] } })).statusCode).toBe(401)
  const malformed = [
    [],
    Array.from({ length: DECISIONS_MAX + 1 }, () => withKey(_id)),
    [withKey('Bread')],
    [withKey(_id, { currentStatus: 'Posted' })],
    [withKey(_id, { currentStatus: 'Pending' })],
    [withKey(_id, { adminPostComment: 'Live' })],
    [{ id: _id, currentStatus: 'Approved' }],
  ]
  for (const decisions of malformed) expect((await decide(decisions)).statusCode, JSON.stringify(decisions[0])).toBe(400)
  expect((await read(service.app, owner, _id)).json()).toMatchObject({ currentStatus: 'Pending' })
})
