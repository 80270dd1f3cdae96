import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { lockWaits } from '@app/chassis/testing/lock-waits.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { PreviewUploaded, TaskApproved, TaskReferredBack, TaskRemoved } from '@app/contracts/events/tasks.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockTask } from '../src/tasks/task.repository.ts'
import { admin, deliver, giveFeedback, move, read, remove, setUp, storedKeys, taskIn } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
})
afterAll(() => service.stop())

type Reply = Awaited<ReturnType<typeof move>>
type Act = (task: Task) => Promise<Reply>

const acts = {
  approves: async ({ _id, version }) => move(service.app, owner, _id, { currentStatus: 'Approved', version }),
  'refers back': async ({ _id }) => move(service.app, owner, _id, { currentStatus: 'Roll Back' }),
  'gives feedback': async ({ _id, doneTaskImage }) => {
    const fields = { feedback: 'Warmer', doneTaskImageUrl: doneTaskImage ?? '' }
    return giveFeedback(service.app, owner, _id, fields, { clientSuggestImage: png() })
  },
  removes: async ({ _id }) => remove(service.app, owner, _id),
  delivers: async ({ _id }) => deliver(service.app, _id),
} satisfies Record<string, Act>

/** Sends two requests while the task's row is locked. After the lock is released, `first` gets the lock before `second`. */
async function runConcurrently(task: Task, first: Act, second: Act): Promise<[Reply, Reply]> {
  const replies: Promise<Reply>[] = []
  await service.db.transaction().execute(async (trx) => {
    await lockTask(trx, task._id, undefined)
    for (const act of [first, second]) {
      replies.push(act(task))
      await expect.poll(() => lockWaits(service.db), { timeout: 5_000 }).toBe(replies.length)
    }
  })
  return Promise.all(replies) as Promise<[Reply, Reply]>
}

const now = async ({ _id }: Task) => read(service.app, admin, _id)
const eventsAbout = async ({ _id }: Task) => {
  const all = await Promise.all([TaskApproved, TaskReferredBack, PreviewUploaded, TaskRemoved].map((e) => outboxOf(service.db as never, e)))
  return all
    .flat()
    .filter(({ subject, aggregateversion }) => subject === _id && aggregateversion > 2)
    .map(({ type }) => type)
}

/** The task has a preview. The second of two concurrent requests fails with 409, and its response contains the current task. */
test.each([
  ['approves', 'refers back', TaskApproved.type],
  ['refers back', 'approves', TaskReferredBack.type],
  ['approves', 'removes', TaskApproved.type],
  ['delivers', 'approves', PreviewUploaded.type],
  ['delivers', 'gives feedback', PreviewUploaded.type],
  ['approves', 'gives feedback', TaskApproved.type],
] as const)('a request that %s is followed by one that %s', async (first, second, event) => {
  const before = await storedKeys(service.deps)
  const task = await taskIn(service.app, owner, 'Previewed')
  const [won, lost] = await runConcurrently(task, acts[first], acts[second])
  expect([won.statusCode, lost.statusCode]).toEqual([200, 409])
  expect(lost.json().task).toEqual((await now(task)).json())
  expect(await eventsAbout(task)).toEqual([event])
  // The only new files are the delivered previews. The rejected request stored no file.
  expect(await storedKeys(service.deps)).toHaveLength(before.length + (first === 'delivers' ? 2 : 1))
})

test('a delivery that waits for an approval returns the task to Pending', async () => {
  const task = await taskIn(service.app, owner, 'Previewed')
  const replies = await runConcurrently(task, acts.approves, acts.delivers)
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await now(task)).json()).toMatchObject({ currentStatus: 'Pending', previewNo: 2, approvedPreviewNo: null })
  expect(await eventsAbout(task)).toEqual([TaskApproved.type, PreviewUploaded.type])
})

/** If a task is removed while a picture for it is uploaded, the picture is deleted. The order of the two requests does not matter. */
test.each([
  ['removes', 'delivers', [200, 404], [TaskRemoved.type]],
  ['delivers', 'removes', [200, 200], [PreviewUploaded.type, TaskRemoved.type]],
  ['removes', 'gives feedback', [200, 404], [TaskRemoved.type]],
  ['gives feedback', 'removes', [200, 200], [TaskReferredBack.type, TaskRemoved.type]],
] as const)('a request that %s is followed by one that %s', async (first, second, statuses, events) => {
  const before = await storedKeys(service.deps)
  const task = await taskIn(service.app, owner, 'Previewed')
  const replies = await runConcurrently(task, acts[first], acts[second])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(statuses)
  expect((await now(task)).statusCode).toBe(404)
  expect(await eventsAbout(task)).toEqual(events)
  expect(await storedKeys(service.deps)).toEqual(before)
  if (statuses[1] === 404) expect(replies[1].json().message).toBe('Task not found')
})

test('two concurrent deliveries are accepted, and the second is the current preview', async () => {
  const before = await storedKeys(service.deps)
  const task = await taskIn(service.app, owner, 'Previewed')
  const [, last] = await runConcurrently(task, acts.delivers, acts.delivers)
  expect((await now(task)).json()).toMatchObject({ doneTaskImage: last.json().task.image, previewNo: 3 })
  expect(await storedKeys(service.deps)).toHaveLength(before.length + 3)
})
