import { connect } from '@app/chassis/db/connect.ts'
import { createMessageTables } from '@app/chassis/db/message-tables.ts'
import { createApp } from '@app/chassis/http/app.ts'
import { on } from '@app/chassis/messaging/consumer.ts'
import { createBus } from '@app/chassis/messaging/in-process.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../../deploy/local/parts/ports.ts'
import type { MessageTables } from '../../src/db/message-tables.ts'
import type { Migrations } from '../../src/db/migrate.ts'
import type { Logger } from '../../src/logging/logger.ts'
import type { Subscription } from '../../src/messaging/consumer.ts'
import { type BaseDeps, runService } from '../../src/service/create-service.ts'
import { stopInOrder } from '../../src/service/stop-in-order.ts'

const PATIENT = { timeout: 10_000 }
const migrations: Migrations = { '0001-baseline': { up: createMessageTables } }
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase('tasks', migrations)
})
afterAll(() => database.drop())

const heard = on<MessageTables, typeof CompanyProfileSaved>(CompanyProfileSaved, async () => {})

async function connectionsLeft(): Promise<number> {
  const db = connect<unknown>({ url: database.adminUrl, schema: 'public', max: 1, onIdleError: () => {} })
  const { rows } = await sql<{ left: number }>`
    select count(*) as left from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  await db.destroy()
  return rows[0]?.left ?? 0
}

interface Change {
  subscriptions?: Subscription<MessageTables>[]
  port?: number
  env?: { AMQP_URL?: string; STOP_WAIT_MS?: number }
  knows?: Migrations
  log?: Logger
}

function startTested(
  closed: string[],
  { subscriptions = [heard], port = 0, env = {}, knows = migrations, log: itsLog = recordingLogger().log }: Change = {},
) {
  return runService<MessageTables>({
    name: 'tasks',
    migrations: knows,
    config: {
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: port,
      LOG_LEVEL: 'silent',
      BUSINESS_LOCALE: 'en-US',
      DATABASE_URL: database.url,
      DATABASE_POOL: 2,
      ...env,
    },
    parts: { ...(!env.AMQP_URL && { bus: createBus() }), log: itsLog },
    async assemble({ log, registry, checks }: BaseDeps<MessageTables>) {
      const app = await createApp({ log, registry, checks, ...testTokens })
      app.get('/works', { access: 'public' } as object, async () => ({ works: true }))
      app.addHook('onClose', async () => void closed.push('requests'))
      return { app, subscriptions, stopBackground: async () => void closed.push('background') }
    },
  })
}

async function asAdmin(statement: string): Promise<void> {
  const db = connect<unknown>({ url: database.adminUrl, schema: 'tasks', max: 1, onIdleError: () => {} })
  await sql.raw(statement).execute(db)
  await db.destroy()
}

const readinessAt = async (url: string): Promise<unknown> => (await fetch(`${url}/readyz`).catch(() => undefined))?.json()

describe('a service', () => {
  it('starts, becomes ready, and closes everything that it opened', async () => {
    const closed: string[] = []
    const running = await startTested(closed)
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
    await Promise.all([running.stop(), running.stop()])
    expect(closed.sort()).toEqual(['background', 'requests'])
    await expect.poll(connectionsLeft, PATIENT).toBe(0)
  })

  it('serves metrics of its events and connection pools', async () => {
    const running = await startTested([])
    const shown = await (await fetch(`${running.url}/metrics`)).text()
    for (const name of [
      'events_published_total',
      'events_failed_total',
      'events_dead_lettered_total',
      'outbox_events',
      'outbox_oldest_seconds',
    ])
      expect(shown).toMatch(new RegExp(`^${name} 0$`, 'm'))
    for (const pool of ['requests', 'background']) expect(shown).toContain(`database_pool_connections_max{pool="${pool}"} 1`)
    for (const state of ['waiting', 'given-up']) expect(shown).toContain(`dead_letter_events{state="${state}"} 0`)
    await running.stop()
  })

  it('is ready and serves requests without its broker, and reports the broker as unreachable', async () => {
    const running = await startTested([], { env: { AMQP_URL: 'amqp://127.0.0.1:9' } })
    onTestFinished(() => running.stop())
    expect(await readinessAt(running.url)).toEqual({ status: 'ready' })
    expect((await fetch(`${running.url}/works`)).status).toBe(200)
    expect(await (await fetch(`${running.url}/metrics`)).text()).toContain('dependency_up{dependency="broker"} 0')
  })

  it('is ready if the database is newer, and starts only after the migration if the database is older', { tags: 'nightly' }, async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const knows = { ...migrations, '0009-later': { up: async () => {} } }
    const starting = startTested([], { port, knows })
    await expect.poll(() => readinessAt(url), PATIENT).toEqual({ status: 'not ready', failing: ['schema'] })
    expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ status: 'ok', version: expect.any(String) })
    const early = await fetch(`${url}/works`)
    expect(early.status).toBe(503)
    expect(early.headers.get('retry-after')).toBe('1')
    expect(await early.json()).toMatchObject({ code: 'starting' })

    await asAdmin(`insert into kysely_migration values ('0009-later', '')`)
    const running = await starting
    onTestFinished(() => running.stop())
    expect(await readinessAt(url)).toEqual({ status: 'ready' })
    const older = await startTested([])
    onTestFinished(() => older.stop())
    expect(await readinessAt(older.url)).toEqual({ status: 'ready' })
  })

  it('is not ready on a schema of an unreleased version, and logs what to do', { tags: 'nightly' }, async () => {
    await asAdmin(`update kysely_migration set name = '0001-tasks' where name = '0001-baseline'`)
    onTestFinished(() => asAdmin(`update kysely_migration set name = '0001-baseline' where name = '0001-tasks'`))
    const port = await freePort()
    const { log, lines } = recordingLogger()
    const starting = startTested([], { port, log })
    await expect.poll(() => readinessAt(`http://127.0.0.1:${port}`), PATIENT).toEqual({ status: 'not ready', failing: ['schema'] })
    expect(JSON.stringify(lines)).toContain('An unreleased version created the schema')
    await asAdmin(`update kysely_migration set name = '0001-baseline' where name = '0001-tasks'`)
    await (await starting).stop()
  })

  it.each([
    ['that is read-only', 'default_transaction_read_only = on'],
    ['whose disk is full', 'temp_file_limit = 0'],
  ])('is not ready with a database %s', { tags: 'nightly' }, async (_what, setting) => {
    // Other databases of the server use the same role, so the setting applies to this database only.
    const role = `role tasks_service in database ${new URL(database.adminUrl).pathname.slice(1)}`
    await asAdmin(`alter ${role} set ${setting}`)
    const port = await freePort()
    const starting = startTested([], { port })
    await expect.poll(() => readinessAt(`http://127.0.0.1:${port}`), PATIENT).toEqual({ status: 'not ready', failing: ['database'] })
    await asAdmin(`alter ${role} reset all`)
    await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'tasks_service' and datname = current_database()`)
    await (await starting).stop()
  })

  it('fails its readiness check before it stops, and serves requests until then', { tags: 'nightly' }, async () => {
    const running = await startTested([], { env: { STOP_WAIT_MS: 1_000 } })
    const stopped = running.stop()
    expect(await readinessAt(running.url)).toEqual({ status: 'stopping' })
    expect((await fetch(`${running.url}/works`)).status).toBe(200)
    await stopped
    await expect(fetch(`${running.url}/works`)).rejects.toThrow()
  })

  it('closes everything that was opened if the start fails', async () => {
    const closed: string[] = []
    await expect(startTested(closed, { subscriptions: [heard, heard] })).rejects.toThrow('twice')
    const other = await startTested([])
    await expect(startTested(closed, { port: Number(new URL(other.url).port) })).rejects.toThrow('EADDRINUSE')
    expect(closed.sort()).toEqual(['background', 'background', 'requests', 'requests'])
    await other.stop()
    await expect.poll(connectionsLeft, PATIENT).toBe(0)
  })
})

it('a part that fails or hangs during the stop does not prevent the other parts from closing', async () => {
  const { log, lines } = recordingLogger()
  const closed: string[] = []
  const { opened, stop } = stopInOrder([['first', 'second'], ['third'], ['fourth']], log, 200)
  opened('fourth', async () => void closed.push('fourth'))
  opened('third', () => new Promise(() => {}))
  opened('second', async () => void closed.push('second'))
  opened('first', async () => {
    throw new Error('out of order')
  })
  const begun = Date.now()
  await stop()
  expect(Date.now() - begun).toBeLessThan(5_000)
  expect(closed).toEqual(['second', 'fourth'])
  expect(lines.filter((line) => line.includes('could not be stopped'))).toHaveLength(2)
})
