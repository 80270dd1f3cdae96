import { connectForRequests } from '@app/chassis/db/connect.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { lockWaits } from '@app/chassis/testing/lock-waits.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import type { Tables } from '../src/db/tables.ts'
import { lockTask } from '../src/tasks/task.repository.ts'
import { create, giveFeedback, move, setUp, taskFields, taskIn } from './setup.ts'

/** The connections for requests of a process with the default `DATABASE_POOL`. */
const CONNECTIONS = 5

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
let neighbor: typeof owner
beforeAll(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
  neighbor = await ownerWithCompany(service.deps)
})
afterAll(() => service.stop())

async function openReplica() {
  const { db, queues } = connectForRequests<Tables>({ url: service.url, schema: 'tasks', max: CONNECTIONS, onIdleError: () => {} })
  const app = await buildApp({ ...service.deps, db, registry: new Registry() })
  onTestFinished(async () => {
    await app.close()
    await db.destroy()
  })
  return { app, queues }
}

const times = <T>(count: number, run: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => run(at))

const counts = (replies: readonly { statusCode: number }[]) => {
  const byStatus: Record<number, number> = {}
  for (const { statusCode } of replies) byStatus[statusCode] = (byStatus[statusCode] ?? 0) + 1
  return byStatus
}

test('100 changes of a locked task do not take the connections of another owner', { tags: 'nightly' }, async () => {
  const { app, queues } = await openReplica()
  const task = await taskIn(service.app, owner, 'Previewed')
  let changes: ReturnType<typeof move>[] = []
  await service.db.transaction().execute(async (trx) => {
    await lockTask(trx, task._id, undefined)
    changes = times(100, () => move(app, owner, task._id, { currentStatus: 'Approved' }))
    await expect.poll(() => queues.rows.waiting(), { timeout: 10_000 }).toBe(99)
    await expect.poll(() => lockWaits(service.db), { interval: 5, timeout: 10_000 }).toBe(1)
    for (let list = 0; list < 20; list++) {
      const listed = app.inject({ url: `/task/tasks/${neighbor.company._id}`, headers: neighbor.headers })
      expect(queues.connections.waiting()).toBe(0)
      expect((await listed).statusCode).toBe(200)
    }
    expect((await create(app, neighbor, taskFields(neighbor.company._id))).statusCode).toBe(201)
  })
  // A change that waited for longer than 3 s for the lock got 503.
  expect(['200', '503']).toEqual(expect.arrayContaining(Object.keys(counts(await Promise.all(changes)))))
})

test('parallel decisions of one owner all get an answer', { tags: 'nightly' }, async () => {
  const { app } = await openReplica()
  const tasks: Task[] = []
  for (let at = 0; at < 4; at++) tasks.push(await taskIn(service.app, owner, 'Previewed'))
  const [first, ...others] = tasks as [Task, ...Task[]]
  const same = times(50, () => move(app, owner, first._id, { currentStatus: 'Approved', version: first.version }))
  expect(Object.keys(counts(await Promise.all(same))).filter((status) => !['200', '409'].includes(status))).toEqual([])

  const mixed = times(200, (at) => {
    const { _id } = others[at % others.length] as Task
    if (at % 4 === 0) return app.inject({ url: `/task/${_id}`, headers: owner.headers })
    if (at % 4 === 1) return giveFeedback(app, owner, _id, { feedback: `No ${at}` })
    return move(app, owner, _id, { currentStatus: at % 4 === 2 ? 'Approved' : 'Roll Back' })
  })
  const answered = counts(await Promise.all(mixed))
  expect(Object.keys(answered).filter((status) => Number(status) >= 500)).toEqual([])
})
