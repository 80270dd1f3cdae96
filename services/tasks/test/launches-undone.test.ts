import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { LaunchUndone } from '@app/contracts/events/tasks.ts'
import type { RecordEntry } from '@app/contracts/http/company-record.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Reviewer, reviewer } from './reviews/reviewing.ts'
import { change, createRecurring, datesOf, launch, occurrencesOf, runJob } from './series/series-setup.ts'
import { admin, move, read, setUp, taskIn } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Reviewer
beforeAll(async () => {
  service = await setUp()
  owner = await reviewer(service)
})
afterAll(() => service.stop())

const undo = (
  { _id }: Pick<Task, '_id'>,
  body: object = { reason: 'Wrong picture' },
  caller: { headers: Record<string, string> } = admin,
) => service.app.inject({ method: 'POST', url: `/admin/undo-launch/${_id}`, payload: body, headers: caller.headers })
const recordOf = async (path = '') => service.app.inject({ url: `/company-record/${owner.company._id}${path}`, headers: owner.headers })

test('the task is approved again and can be launched again. The record contains every step, and stays valid', async () => {
  const task = await taskIn(service.app, owner, 'Posted')
  const response = await undo(task, { reason: ' Wrong picture ', version: task.version })
  expect(response.statusCode, response.body).toBe(200)
  const undone: Task = response.json()
  expect(undone).toMatchObject({ currentStatus: 'Approved', approvedPreviewNo: 1, adminPostComment: null, version: task.version + 1 })
  const again: Task = (await move(service.app, admin, task._id, { currentStatus: 'Posted', adminPostComment: 'Now right' })).json()
  expect(again).toMatchObject({ currentStatus: 'Posted', adminPostComment: 'Now right' })
  const entries: RecordEntry[] = (await recordOf('?limit=4')).json()
  expect(entries.map(({ kind }) => kind)).toEqual(['launch', 'undo-launch', 'launch', 'approve'])
  expect(entries[1]).toMatchObject({ role: 'admin', channel: 'portal', decider: null, reason: 'Wrong picture', launchComment: 'Live' })
  expect((await recordOf('/verify')).json().problem).toBe(null)
  expect((await recordOf('/record.csv')).body).toContain('undo-launch')
  const [line] = (await recordOf('/record.jsonl')).body.split('\n').filter((text) => text.includes('undo-launch'))
  expect(JSON.parse(JSON.parse(line ?? '').body)).toMatchObject({ kind: 'undo-launch', reason: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(line).not.toContain('Wrong picture')
  const [event] = (await outboxOf(service.db as never, LaunchUndone)).filter(({ subject }) => subject === task._id)
  expect(event).toMatchObject({ aggregateversion: undone.version, data: { reason: 'Wrong picture', previewNo: 1, ownerId: owner.id } })
})

test.each(['Pending', 'Previewed', 'Roll Back', 'Approved'] as const)(
  'a task that is %s gets 409 with the current task',
  async (status) => {
    const task = await taskIn(service.app, owner, status)
    expect((await undo(task)).json()).toMatchObject({ status: 409, code: 'task-status', task: { version: task.version } })
  },
)

test('needs a reason, an admin, and the current version', async () => {
  const task = await taskIn(service.app, owner, 'Posted')
  const statuses = [
    await undo(task, {}),
    await undo(task, { reason: '' }),
    await undo(task, { reason: ' \u200b' }),
    await undo(task, { reason: 'x'.repeat(1001) }),
    await undo(task, { reason: 'Late', version: 1 }),
    await undo(task, { reason: 'Mine' }, owner),
    await undo({ _id: crypto.randomUUID() }),
  ].map(({ statusCode }) => statusCode)
  expect(statuses).toEqual([400, 400, 422, 400, 409, 403, 404])
})

test('of two people, one undoes the launch', async () => {
  const task = await taskIn(service.app, owner, 'Posted')
  expect((await Promise.all([undo(task), undo(task)])).map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('a task of a series gets the present rule of the series, and no second task follows', async () => {
  const first = await createRecurring(service.app, owner)
  const dates = async () => datesOf(await occurrencesOf(service.app, owner, first.seriesId))
  await launch(service.app, service.db, first)
  await undo(first)
  await runJob(service.deps, '2026-11-22')
  expect(await dates()).toEqual(['2026-12-07'])
  await move(service.app, admin, first._id, { currentStatus: 'Posted' })
  await runJob(service.deps, '2026-11-22')
  expect(await dates()).toEqual(['2026-12-07', '2026-12-14'])

  await change(service.app, owner, first.seriesId, { recurrenceType: 'weekly', weeklyDayOfWeek: 'friday', recurrenceEndDate: '2027-01-29' })
  await undo(first)
  const undone: Task = (await read(service.app, owner, first._id)).json()
  expect(undone).toMatchObject({ weeklyDayOfWeek: 'friday', recurrenceEndDate: '2027-01-29', nextOccurrenceDate: '2026-12-14' })
  await move(service.app, admin, first._id, { currentStatus: 'Posted' })
  await runJob(service.deps, '2026-11-22')
  expect(await dates()).toEqual(['2026-12-07', '2026-12-14'])
})
