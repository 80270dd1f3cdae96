import { startRelay } from '@app/chassis/messaging/relay.ts'
import type { Transport } from '@app/chassis/messaging/transport.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addNumbered, range, testedEvent } from './tested.ts'
import { type Databases, eventually, openDatabases } from './world.ts'

let databases: Databases
beforeAll(async () => {
  databases = await openDatabases()
})
afterAll(() => databases.drop())

it('while the broker is away, new events do not make the relay try more often', async () => {
  const { publisher, publisherUrl } = databases
  let isAway = true
  let tries = 0
  const none = async () => ({ stop: async () => {} })
  const transport: Transport = {
    async publish(batch) {
      tries += 1
      if (isAway) throw new Error('the broker is away')
      return batch.map(() => 'delivered')
    },
    subscribe: none,
    broadcast: none,
    ready: () => !isAway,
    stop: async () => {},
  }
  const relay = await startRelay({ db: publisher, databaseUrl: publisherUrl, transport, log: recordingLogger().log })
  const event = testedEvent('kept-waiting')
  for (const n of range(1, 100)) await addNumbered(publisher, event, n)
  // At most after 0, 0.2, 0.6, 1.4, 3.0 s and so on.
  expect(tries).toBeLessThan(8)

  isAway = false
  await eventually(async () => {
    const { rows } = await sql`select id from outbox limit 1`.execute(publisher)
    expect(rows).toEqual([])
  })
  await relay.stop()
})
