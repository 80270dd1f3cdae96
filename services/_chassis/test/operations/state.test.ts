import { type App, createApp } from '@app/chassis/http/app.ts'
import { recordFailure } from '@app/chassis/messaging/failures.ts'
import { registerOperations } from '@app/chassis/operations/routes.ts'
import { waitingWork } from '@app/chassis/operations/waiting.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { operator, testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { enqueue } from '@app/chassis/work/queue.ts'
import { createWorkTable } from '@app/chassis/work/work-table.ts'
import type { Part, Waiting } from '@app/contracts/http/operations.ts'
import type { Kysely } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addNumbered, migrations, open, type Tables, testedEvent } from '../messaging/tested.ts'

const mails = { name: 'mail' }
const parts: Part[] = [{ name: 'broker', isUp: false, since: '2026-11-22T12:00:00.000Z' }]

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Kysely<Tables>
const apps: App[] = []

async function appOver(itsDb: Kysely<Tables>): Promise<App> {
  const { log } = recordingLogger()
  const app = await createApp({ log, ...testTokens, checks: {} })
  registerOperations(app, { service: 'tasks', db: itsDb, log, parts: () => parts, waiting: [waitingWork('mails', mails)] })
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
  expect(await stateOf(await appOver(away))).toEqual({ parts, waiting: [], isCounted: false })
  expect(performance.now() - from).toBeLessThan(4_000)
  await away.destroy()
})
