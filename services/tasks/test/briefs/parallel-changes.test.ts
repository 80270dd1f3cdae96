import type { Task } from '@app/contracts/http/tasks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countDeadlocks, secondReplica } from '../replicas.ts'
import { type Reviewer, reviewer, reviewing } from '../reviews/reviewing.ts'
import { change, createRecurring, runJob } from '../series/series-setup.ts'
import { admin, deliver, giveFeedback, move, read, setUp } from '../setup.ts'
import { edit, historyOf, moveTo } from './brief-steps.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Reviewer
beforeAll(async () => {
  service = await setUp()
  owner = await reviewer(service)
})
afterAll(() => service.stop())

const SERIES = 4

test('parallel edits, moves, decisions, withdrawals, deliveries, undone launches and removals of a series do not deadlock', async () => {
  const second = await secondReplica(service)
  const [one, two] = [service.app, second.app]
  const links = reviewing(service)
  const correct = (act: string, { _id }: Task, body: object) =>
    two.inject({ method: 'POST', url: `/admin/${act}/${_id}`, payload: { reason: 'A mistake', ...body }, headers: admin.headers })
  const tasks: { task: Task; token: string }[] = []
  for (let count = 0; count < SERIES; count += 1) {
    const { task, token } = await links.linked(owner, await createRecurring(one, owner))
    tasks.push({ task: (await read(one, owner, task._id)).json(), token })
  }
  const requests = tasks.flatMap(({ task, token }, at) => [
    edit(one, owner, task, { title: `Edited ${at}` }),
    edit(two, admin, task, { headline: `Edited ${at}` }),
    moveTo(two, owner, task, '2026-12-09', { scope: 'following' }),
    moveTo(one, admin, task, '2026-12-10', { scope: 'following' }),
    moveTo(one, owner, task, '2026-12-11'),
    correct('withdraw-preview', task, { previewNo: 1 }),
    links.approve(token),
    giveFeedback(two, owner, task._id, { feedback: 'Warmer' }),
    deliver(one, task._id),
    move(two, admin, task._id, { currentStatus: 'Posted', acceptUnconfirmed: true }),
    correct('undo-launch', task, {}),
    change(one, owner, task.seriesId, { recurrenceType: 'bi-weekly', recurrenceEndDate: '2027-03-31' }),
    ...(at === 0 ? [correct('remove-task', task, {})] : []),
  ])
  const [responses] = await Promise.all([Promise.all(requests), ...Array.from({ length: 4 }, () => runJob(service.deps, '2026-12-07'))])
  expect(responses.filter(({ statusCode }) => statusCode >= 500).map(({ body }) => body)).toEqual([])
  for (const { task } of tasks) {
    const { statusCode, body } = await read(one, owner, task._id)
    if (statusCode === 404) continue
    const { briefVersion }: Task = JSON.parse(body)
    const numbers = (await historyOf(one, owner, task)).map(({ number }) => number)
    expect(numbers).toEqual(briefVersion === 1 ? [] : Array.from({ length: briefVersion }, (_, number) => briefVersion - number))
  }
  const check = await one.inject({ url: `/company-record/${owner.company._id}/verify`, headers: owner.headers })
  expect(check.json()).toMatchObject({ problem: null })
  await second.stop()
  expect(await countDeadlocks(service)).toBe(0)
})
