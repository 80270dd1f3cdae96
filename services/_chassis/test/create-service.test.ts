import { connect } from '@app/chassis/db/connect.ts'
import { messageTables } from '@app/chassis/db/message-tables.ts'
import { createApp } from '@app/chassis/http/app.ts'
import { on } from '@app/chassis/messaging/consumer.ts'
import { createBus } from '@app/chassis/messaging/in-process.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { testKeys } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BaseDeps, runService } from '../src/create-service.ts'
import type { MessageTables } from '../src/db/message-tables.ts'
import type { Subscription } from '../src/messaging/consumer.ts'
import { stopInOrder } from '../src/stop-in-order.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase('tasks', { '0000-messages': messageTables })
})
afterAll(() => database.drop())

const heard = on<MessageTables, typeof CompanyProfileSaved>(CompanyProfileSaved, async () => {})

/** Connections to the database other than the one that asks. */
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
}

function startTested(closed: string[], { subscriptions = [heard], port = 0 }: Change = {}) {
  return runService<MessageTables>({
    name: 'tasks',
    config: { HOST: '127.0.0.1', PORT: port, LOG_LEVEL: 'silent', DATABASE_URL: database.url, DATABASE_POOL: 2 },
    parts: { bus: createBus(), log: recordingLogger().log },
    async assemble({ log, registry, checks }: BaseDeps<MessageTables>) {
      const app = await createApp({ log, registry, checks, keys: testKeys })
      app.addHook('onClose', async () => void closed.push('requests'))
      return { app, subscriptions, stopBackground: async () => void closed.push('background') }
    },
  })
}

describe('a service', () => {
  it('starts, is ready, and closes all it opened', async () => {
    const closed: string[] = []
    const running = await startTested(closed)
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
    await Promise.all([running.stop(), running.stop()])
    expect(closed).toEqual(['requests', 'background'])
    await expect.poll(connectionsLeft).toBe(0)
  })

  it('shows how its events do', async () => {
    const running = await startTested([])
    const shown = await (await fetch(`${running.url}/metrics`)).text()
    for (const name of ['events_published_total', 'events_dead_lettered_total', 'outbox_events', 'dead_letter_events'])
      expect(shown).toMatch(new RegExp(`^${name} 0$`, 'm'))
    await running.stop()
  })

  it('that cannot start closes what was opened, whatever failed', async () => {
    const closed: string[] = []
    await expect(startTested(closed, { subscriptions: [heard, heard] })).rejects.toThrow('twice')
    const other = await startTested([])
    await expect(startTested(closed, { port: Number(new URL(other.url).port) })).rejects.toThrow('EADDRINUSE')
    expect(closed).toEqual(['requests', 'background', 'requests', 'background'])
    await other.stop()
    await expect.poll(connectionsLeft).toBe(0)
  })
})

it('a part that fails or hangs at the stop keeps nothing else open', async () => {
  const { log, lines } = recordingLogger()
  const closed: string[] = []
  const { opened, stop } = stopInOrder(['first', 'second', 'third', 'fourth'], log, 200)
  opened('fourth', async () => void closed.push('fourth'))
  opened('third', () => new Promise(() => {}))
  opened('second', async () => void closed.push('second'))
  opened('first', async () => {
    throw new Error('out of order')
  })
  const begun = Date.now()
  await stop()
  expect(Date.now() - begun).toBeLessThan(1_000)
  expect(closed).toEqual(['second', 'fourth'])
  expect(lines.filter((line) => line.includes('could not be stopped'))).toHaveLength(2)
})
