import { REMINDERS_MAX } from '@app/contracts/http/remind-task.ts'
import type { TaskResult } from '@app/contracts/http/task-result.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { remindRefusals } from '@app/contracts/rules/reminders.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reminderSteps } from './reminders/reminder-steps.ts'
import { type Reviewer, reviewer, reviewing } from './reviews/reviewing.ts'
import { admin, create, NOON, type Person, read, setUp, taskFields, taskIn } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let steps: ReturnType<typeof reminderSteps>
let clock = NOON
beforeAll(async () => {
  service = await setUp({ now: () => clock })
  steps = reminderSteps(service)
})
afterAll(() => service.stop())

const remindAll = (reminders: object[], caller: Person = admin) =>
  service.app.inject({ method: 'POST', url: '/admin/tasks/remind', payload: { reminders }, headers: caller.headers })
const withKey = ({ _id: id }: Pick<Task, '_id'>) => ({ id, idempotencyKey: crypto.randomUUID() })
const resultsOf = (response: Awaited<ReturnType<typeof remindAll>>) => response.json<{ results: TaskResult[] }>().results
const waiting = async (owner: Reviewer) => (await reviewing(service).linked(owner)).task
const remindersTo = async ({ id }: Reviewer) => (await steps.dueReminders()).filter(({ ownerId }) => ownerId === id)

test('each preview has its own result, and a preview that cannot be reminded of does not affect the others', async () => {
  const [first, second, unconfirmed] = [await reviewer(service), await reviewer(service), await reviewer(service, { isConfirmed: false })]
  const [one, two] = [await waiting(first), await waiting(second)]
  const pending = await taskIn(service.app, first, 'Pending')
  const unreachable = await taskIn(service.app, unconfirmed, 'Previewed')
  const reminders = [unreachable, one, pending, { _id: crypto.randomUUID() }, two].map(withKey)
  const response = await remindAll(reminders)
  expect(response.statusCode, response.body).toBe(200)
  expect(resultsOf(response).map(({ status, message }) => [status, message])).toEqual([
    [409, remindRefusals['address-unconfirmed']],
    [200, ''],
    [409, 'No preview of this task is waiting for a decision.'],
    [404, 'Task not found'],
    [200, ''],
  ])
  for (const owner of [first, second]) expect(await remindersTo(owner)).toHaveLength(1)

  expect(resultsOf(await remindAll(reminders.slice(1, 2)))).toEqual(resultsOf(response).slice(1, 2))
  expect(await remindersTo(first)).toHaveLength(1)
  const again = resultsOf(await remindAll([withKey(one)]))
  expect(again).toMatchObject([{ status: 409, message: expect.stringContaining('The company was reminded at 12:00 PM EST.') }])
})

test('several previews of a company cause one email that lists all of them, and each is reminded of once in four hours', async () => {
  const owner = await reviewer(service)
  const tasks = [await waiting(owner), await waiting(owner), await waiting(owner)]
  expect(resultsOf(await remindAll(tasks.map(withKey))).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await remindersTo(owner)).toHaveLength(1)
  const mail = (await steps.sendReminders()).find(({ recipient }) => recipient.id === owner.id)
  for (const { taskId } of tasks) expect(mail?.text).toContain(`#${taskId}`)
  for (const { _id } of tasks) expect(Date.parse((await read(service.app, owner, _id)).json().remindedAt)).toBe(NOON.getTime())
  expect(resultsOf(await remindAll(tasks.map(withKey))).map(({ status }) => status)).toEqual([409, 409, 409])
  clock = new Date(NOON.getTime() + 4 * 3_600_000)
  expect(resultsOf(await remindAll(tasks.map(withKey))).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await remindersTo(owner)).toHaveLength(2)
  clock = NOON
})

test('a preview whose reminders the owner has postponed is reminded of by an email of its own', async () => {
  const owner = await reviewer(service)
  const links = reviewing(service)
  const first = await links.linked(owner)
  // The reminders of a preview whose posting date is close can't be postponed.
  const inDecember = await create(service.app, owner, taskFields(owner.company._id, { targetPostingDate: '2026-12-10' }))
  const second = await links.linked(owner, inDecember.json())
  expect((await links.snooze(second.token, '2026-11-24')).statusCode).toBe(200)
  expect(resultsOf(await remindAll([first.task, second.task].map(withKey))).map(({ status }) => status)).toEqual([200, 200])
  expect(await remindersTo(owner)).toHaveLength(2)
})

test('an owner, an empty list and too many reminders are rejected', async () => {
  const owner = await reviewer(service)
  const task = await waiting(owner)
  const statuses = [
    await remindAll([withKey(task)], owner),
    await remindAll([]),
    await remindAll(Array.from({ length: REMINDERS_MAX + 1 }, () => withKey(task))),
    await remindAll([{ id: task._id }]),
  ].map(({ statusCode }) => statusCode)
  expect(statuses).toEqual([403, 400, 400, 400])
  expect(await remindersTo(owner)).toEqual([])
})
