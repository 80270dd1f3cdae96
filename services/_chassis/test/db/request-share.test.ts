import { createApp } from '@app/chassis/http/app.ts'
import { on } from '@app/chassis/messaging/consumer.ts'
import type { EventEnvelope } from '@app/chassis/messaging/event.ts'
import { createBus } from '@app/chassis/messaging/in-process.ts'
import { runService } from '@app/chassis/service/create-service.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { expect, it, onTestFinished } from 'vitest'
import { type Tested, testedEvent } from '../messaging/tested.ts'
import { migrations, type Tables } from './ledger.ts'

/**
 * Number of database connections. It equals the number of event handlers that a consumer runs concurrently (`PARTITIONS`). Half of the
 * connections are for requests, so stuck event handlers cannot use all connections.
 */
const POOL = 4

const eventAbout = (event: Tested, aggregate: number): EventEnvelope => ({
  specversion: '1.0',
  id: v7(),
  source: '/tasks',
  type: event.type,
  subject: `a${aggregate}`,
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  correlationid: 'c1',
  aggregateversion: 1,
  data: { n: aggregate },
})

it('requests are served while all background connections are stuck', { tags: 'nightly' }, async () => {
  const { url, drop } = await createTestDatabase('ledger', migrations)
  const event = testedEvent('stuck')
  const released = Promise.withResolvers<void>()
  let stuck = 0
  const bus = createBus()
  const running = await runService<Tables>({
    name: 'ledger',
    config: {
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: 0,
      LOG_LEVEL: 'silent',
      BUSINESS_LOCALE: 'en-US',
      DATABASE_URL: url,
      DATABASE_POOL: POOL,
    },
    parts: { bus, log: recordingLogger().log },
    migrations,
    async assemble({ db, log, registry, checks }) {
      const app = await createApp({ log, registry, checks, ...testTokens })
      const query = async () => (await sql`select 'served' as status`.execute(db)).rows[0]
      app.get('/query', { config: { access: 'public' } }, query)
      const getStuck = on<Tables, Tested>(event, () => {
        stuck += 1
        return released.promise
      })
      return { app, subscriptions: [getStuck] }
    },
  })
  onTestFinished(async () => {
    released.resolve()
    await running.stop()
    await drop()
  })
  // The bus stops waiting for the stuck handlers after one second.
  expect(new Set(await bus.publish(Array.from({ length: 40 }, (_, at) => eventAbout(event, at))))).toEqual(new Set(['failed']))
  expect(stuck).toBe(POOL / 2)
  for (let times = 0; times < 20; times++) {
    const response = await fetch(`${running.url}/query`)
    expect(await response.json()).toEqual({ status: 'served' })
  }
})
