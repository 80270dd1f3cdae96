import { type App, createApp } from '@app/chassis/http/app.ts'
import { recordFailure } from '@app/chassis/messaging/failures.ts'
import { messagingMetrics } from '@app/chassis/messaging/metrics.ts'
import { waitingWork } from '@app/chassis/operations/queue-figures.ts'
import { registerOperations } from '@app/chassis/operations/routes.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { operator, testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { workMetrics } from '@app/chassis/work/metrics.ts'
import { enqueue } from '@app/chassis/work/queue.ts'
import { createWorkTable } from '@app/chassis/work/work-table.ts'
import type { Figure, Part, Waiting } from '@app/contracts/http/operations.ts'
import { type Kysely, sql } from 'kysely'
import { Registry } from 'prom-client'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addNumbered, migrations, open, type Tables, testedEvent } from '../messaging/tested.ts'

const mails = { name: 'mail' }
const parts: Part[] = [{ name: 'broker', isUp: false, since: '2026-11-22T12:00:00.000Z' }]

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Kysely<Tables>
const apps: App[] = []

async function appOver(itsDb: Kysely<Tables>, registry?: Registry): Promise<App> {
  const { log } = recordingLogger()
  const app = await createApp({ log, ...testTokens, checks: {} })
  registerOperations(app, { service: 'tasks', db: itsDb, log, registry, parts: () => parts, waiting: [waitingWork('mails', mails)] })
  app.get('/breaks', { access: 'public' } as object, async () => {
    throw new Error('It is broken')
  })
  apps.push(app)
  return app
}

beforeAll(async () => {
  database = await createTestDatabase('tasks', { ...migrations, '0003-work': { up: createWorkTable } })
  db = open(database.url, 'tasks')
})
afterAll(async () => {
  for (const app of apps) await app.close()
  await db.destroy()
  await database.drop()
})

interface State {
  parts: Part[]
  waiting: Waiting[]
  isCounted: boolean
  figures: Figure[]
}
const stateOf = async (app: App) => (await app.inject({ url: '/admin/operations/tasks/state', headers: operator().headers })).json<State>()

test('returns the waiting work by kind with the oldest time, and the states of dependencies', async () => {
  const app = await appOver(db)
  const none = (await stateOf(app)).waiting
  expect(none).toEqual(['events', 'retries', 'dead-letters', 'mails'].map((kind) => ({ kind, count: 0, oldestAt: null })))

  const before = Date.now()
  await addNumbered(db, testedEvent('waits'), 1)
  await addNumbered(db, testedEvent('waits'), 2)
  await recordFailure(db, { id: v7(), event: {}, error: new Error('later') }, 60_000)
  await recordFailure(db, { id: v7(), event: {}, error: new Error('never') }, undefined)
  await db.transaction().execute((trx) =>
    enqueue(
      trx,
      mails,
      [1, 2, 3].map((key) => ({ key: String(key), payload: null })),
    ),
  )
  const state = await stateOf(app)
  expect(state).toMatchObject({ parts, isCounted: true })
  expect(state.waiting.map(({ kind, count }) => [kind, count])).toEqual([
    ['events', 2],
    ['retries', 1],
    ['dead-letters', 1],
    ['mails', 3],
  ])
  for (const { oldestAt } of state.waiting) expect(Math.abs(Date.parse(String(oldestAt)) - before)).toBeLessThan(30_000)
})

test('returns the other data within the time limit if the database is unreachable', async () => {
  const away = open('postgres://tasks_service:none@127.0.0.1:9/none', 'tasks')
  const from = performance.now()
  expect(await stateOf(await appOver(away))).toEqual({ parts, waiting: [], isCounted: false, figures: [] })
  expect(performance.now() - from).toBeLessThan(4_000)
  await away.destroy()
})

test('returns the shares of failed and slow responses of the last minutes', async () => {
  const app = await appOver(db)
  expect((await stateOf(app)).figures).toEqual([])
  for (let count = 0; count < 3; count++) expect((await app.inject({ url: '/breaks' })).statusCode).toBe(500)
  await expect.poll(() => app.recentResponses.counts().all).toBe(4)
  expect((await stateOf(app)).figures).toEqual([
    { name: 'failed-responses', queue: null, value: 3 / 4 },
    { name: 'slow-responses', queue: null, value: 0 },
  ])
})

test('returns the waiting events, and how long a queue has been due without any attempt', async () => {
  const registry = new Registry()
  const figures = { registry, db }
  messagingMetrics(figures).watch(async () => 7)
  const [stuck, tried, fresh] = [{ name: 'stuck' }, { name: 'tried' }, { name: 'fresh' }]
  const metrics = workMetrics(figures)
  for (const queue of [stuck, tried, fresh]) {
    metrics.watch(queue)
    await db.transaction().execute((trx) => enqueue(trx, queue, [{ key: 'one', payload: null }]))
  }
  await sql`update work set due_at = now() - interval '10 minutes' where queue <> 'fresh'`.execute(db)
  // A worker tried this item 302 seconds ago, and then its circuit breaker was open for five minutes.
  await sql`
    update work set token = 1, due_at = now() - interval '301 seconds', wait = '1 second' where queue = 'tried'`.execute(db)
  const app = await appOver(db, registry)
  const byQueue = async () =>
    Object.fromEntries((await stateOf(app)).figures.flatMap(({ name, queue, value }) => (name === 'work-overdue' ? [[queue, value]] : [])))
  expect(await byQueue()).toEqual({ stuck: expect.any(Number), tried: 0, fresh: expect.any(Number) })
  const { stuck: overdue = 0, fresh: due = 0 } = await byQueue()
  expect(overdue).toBeGreaterThanOrEqual(600)
  expect(due).toBeLessThan(300)
  expect((await stateOf(app)).figures).toContainEqual({ name: 'events-waiting', queue: null, value: 7 })

  // An attempt that has just settled another item shows that the queue is processed.
  await sql`
    insert into work (queue, key, payload, priority, state, settled_at) values ('stuck', 'two', 'null', 0, 'done', now())`.execute(db)
  expect((await byQueue()).stuck).toBe(0)
})
