import { startRelay } from '@app/chassis/messaging/relay.ts'
import type { PublishOutcome, Transport } from '@app/chassis/messaging/transport.ts'
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

/** Returns a transport that calls `publishes` for each batch, and returns this outcome for all events of the batch. */
function transportThat(publishes: () => Promise<PublishOutcome>): Transport {
  const none = async () => ({ stop: async () => {}, waiting: async () => 0 })
  return {
    async publish(batch) {
      const outcome = await publishes()
      return batch.map(() => outcome)
    },
    subscribe: none,
    broadcast: none,
    ready: () => true,
    stop: async () => {},
  }
}

it('new events do not cause additional attempts while the broker is unreachable', { tags: 'nightly' }, async () => {
  const { publisher, publisherUrl } = databases
  let isAway = true
  let tries = 0
  const transport = transportThat(async () => {
    tries += 1
    if (isAway) throw new Error('the broker is unreachable')
    return 'delivered'
  })
  const relay = await startRelay({ db: publisher, databaseUrl: publisherUrl, transport, log: recordingLogger().log })
  const event = testedEvent('kept-waiting')
  for (const n of range(1, 100)) await addNumbered(publisher, event, n)
  // The relay attempts to publish 0, 0.2, 0.6, 1.4, 3.0 s and so on after its start.
  expect(tries).toBeLessThan(8)

  isAway = false
  await eventually(async () => {
    const { rows } = await sql`select id from outbox limit 1`.execute(publisher)
    expect(rows).toEqual([])
  })
  await relay.stop()
})
