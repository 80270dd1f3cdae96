import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { TaskApproved, TaskPosted, TaskReferredBack } from '@app/contracts/events/tasks.ts'
import { type TaskStatus, taskStatuses } from '@app/contracts/rules/task-status.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, deliver, move, NOON, read, setUp, taskIn } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
})
afterAll(() => service.stop())

const eventsAbout = async (id: string) => {
  const all = await Promise.all([TaskApproved, TaskReferredBack, TaskPosted].map((event) => outboxOf(service.db as never, event)))
  return all.flat().filter(({ subject }) => subject === id)
}

type Start = TaskStatus | 'Previewed'
/** The expected status code by role, state of the task and requested status. `Previewed` is Pending with a preview. */
const expectedStatusCodes: Record<'owner' | 'admin', Record<Start, Record<TaskStatus, number>>> = {
  owner: {
    Pending: { Pending: 200, 'Roll Back': 409, Approved: 409, Posted: 403 },
    Previewed: { Pending: 200, 'Roll Back': 200, Approved: 200, Posted: 403 },
    'Roll Back': { Pending: 409, 'Roll Back': 200, Approved: 409, Posted: 403 },
    Approved: { Pending: 200, 'Roll Back': 409, Approved: 200, Posted: 403 },
    Posted: { Pending: 409, 'Roll Back': 409, Approved: 409, Posted: 403 },
  },
  admin: {
    Pending: { Pending: 200, 'Roll Back': 403, Approved: 403, Posted: 409 },
    Previewed: { Pending: 200, 'Roll Back': 403, Approved: 403, Posted: 409 },
    'Roll Back': { Pending: 409, 'Roll Back': 403, Approved: 403, Posted: 409 },
    Approved: { Pending: 409, 'Roll Back': 403, Approved: 403, Posted: 200 },
    Posted: { Pending: 409, 'Roll Back': 403, Approved: 403, Posted: 200 },
  },
}

describe.each(Object.entries(expectedStatusCodes))('%s', (role, byStart) => {
  describe.each(Object.entries(byStart))('with a task that is %s', (start, byRequested) => {
    test.each(taskStatuses)('requests %s', async (requested) => {
      const task = await taskIn(service.app, owner, start as Start)
      const response = await move(service.app, role === 'owner' ? owner : admin, task._id, { currentStatus: requested })
      expect(response.statusCode).toBe(byRequested[requested])
      const fresh = (await read(service.app, owner, task._id)).json()
      const changes = response.statusCode === 200 && requested !== task.currentStatus
      expect(fresh.currentStatus).toBe(changes ? requested : task.currentStatus)
      expect(fresh.version).toBe(changes ? task.version + 1 : task.version)
      if (response.statusCode === 200) expect(response.json()).toEqual(fresh)
      if (response.statusCode === 409) {
        expect(response.headers['content-type']).toContain('application/problem+json')
        expect(response.json().task).toEqual(fresh)
        expect(response.json().message).toMatch(/^[A-Z].*\.$/)
      }
    })
  })
})

test('each change publishes one event, and a repeated request publishes none', async () => {
  const task = await taskIn(service.app, owner, 'Previewed')
  await move(service.app, owner, task._id, { currentStatus: 'Approved' })
  await move(service.app, owner, String(task.taskId), { currentStatus: 'Approved' })
  await move(service.app, admin, task._id, { currentStatus: 'Posted', adminPostComment: 'On all channels' })
  const again = await move(service.app, admin, task._id, { currentStatus: 'Posted', adminPostComment: 'Another comment' })
  expect(again.json().adminPostComment).toBe('On all channels')
  const fact = { ownerId: owner.id, companyName: 'Palm Bakery', taskId: task.taskId, previewNo: 1 }
  expect(await eventsAbout(task._id)).toMatchObject([
    { type: TaskApproved.type, aggregateversion: 3, data: fact },
    { type: TaskPosted.type, aggregateversion: 4, data: fact },
  ])
})

test('a status request without feedback adds one entry with the preview to the history', async () => {
  const task = await taskIn(service.app, owner, 'Previewed')
  const first = await move(service.app, owner, task._id, { currentStatus: 'Roll Back' })
  const entry = { feedback: '', clientSuggestImage: null, doneTaskImage: task.doneTaskImage, previewNo: 1, createdAt: NOON.toISOString() }
  expect(first.json().rollbackFeedback).toEqual([entry])
  const second = await move(service.app, owner, task._id, { currentStatus: 'Roll Back', version: task.version })
  expect(second.statusCode).toBe(200)
  expect(second.json()).toEqual(first.json())
  expect(await eventsAbout(task._id)).toMatchObject([{ type: TaskReferredBack.type, data: { hasFeedback: false } }])
})

test('a task can be approved again after a new preview', async () => {
  const task = await taskIn(service.app, owner, 'Roll Back')
  await deliver(service.app, task._id)
  expect((await move(service.app, owner, task._id, { currentStatus: 'Approved' })).json().currentStatus).toBe('Approved')
})

test('a request with an old version gets 409 with the current task', async () => {
  const task = await taskIn(service.app, owner, 'Previewed')
  await deliver(service.app, task._id)
  const response = await move(service.app, owner, task._id, { currentStatus: 'Approved', version: task.version })
  expect(response.statusCode).toBe(409)
  expect(response.json()).toMatchObject({ code: 'task-changed', task: { version: task.version + 1, currentStatus: 'Pending' } })
  const fresh = response.json().task.version
  expect((await move(service.app, owner, task._id, { currentStatus: 'Approved', version: fresh })).statusCode).toBe(200)
})

test.each([
  [{ currentStatus: 'Done' }, 400],
  [{}, 400],
  [{ currentStatus: 'Approved', title: 'x' }, 400],
  [{ currentStatus: 'Approved', version: '2' }, 400],
  [{ currentStatus: 'Approved', adminPostComment: 'lost?' }, 422],
])('%o gets %i', async (body, status) => {
  const task = await taskIn(service.app, owner, 'Previewed')
  expect((await move(service.app, owner, task._id, body)).statusCode).toBe(status)
})

test('a task of another company gets the same 404 as an unknown task', async () => {
  const task = await taskIn(service.app, owner, 'Previewed')
  const stranger = await ownerWithCompany(service.deps)
  for (const ref of [task._id, String(task.taskId), crypto.randomUUID(), '999999999999999']) {
    const response = await move(service.app, stranger, ref, { currentStatus: 'Approved' })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'task-not-found', message: 'Task not found' })
  }
  expect((await move(service.app, { ...owner, headers: { authorization: '' } }, task._id, { currentStatus: 'Approved' })).statusCode).toBe(
    401,
  )
})
