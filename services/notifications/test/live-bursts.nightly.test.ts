import { amqpTransport } from '@app/chassis/messaging/amqp.ts'
import { startConsumers } from '@app/chassis/messaging/consumer.ts'
import { busTransport, createBus } from '@app/chassis/messaging/in-process.ts'
import type { Stoppable, Transport } from '@app/chassis/messaging/transport.ts'
import { profile } from '@app/chassis/testing/companies.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import { person } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { brokerForTests } from '../../_chassis/test/messaging/broker.ts'
import { subscriptions } from '../src/consumers.ts'
import { migrations } from '../src/db/migrations/index.ts'
import { readStream, type StreamReader } from './support/read-stream.ts'
import { type Replica, startReplica } from './support/replica.ts'
import { testSettings } from './support/settings.ts'

const BATCH = 200
const owners = [person('owner'), person('owner')] as const
const profiles = owners.map(() => profile())
const admin = person('admin')

let database: TestDatabase
let relay: TestRelay
let one: Replica
let replicas: Replica[]
let origins: string[]
const open: StreamReader[] = []
const started: Stoppable[] = []

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  relay = await startRelay()
  const options = { databaseUrl: database.url, smtpUrl: relay.url, heartbeatMs: 60_000 }
  replicas = await Promise.all([startReplica(options), startReplica(options)])
  one = replicas[0] as Replica
  origins = await Promise.all(replicas.map(({ app }) => app.listen({ port: 0 })))
})
afterEach(async () => {
  for (const part of started.splice(0).reverse()) await part.stop()
  for (const reader of open.splice(0)) {
    reader.hangUp()
    await reader.ended
  }
})
afterAll(async () => {
  for (const replica of replicas) await replica.stop()
  await relay.close()
  await database.drop()
})

const numbersFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at)

/** Publishes events of both owners' companies as fast as possible. Retries until the transport delivered each event. */
async function publishBurst(transport: Transport, events: number): Promise<void> {
  const burst = numbersFrom(0, events).map((n) => {
    const ownerId = owners[n % 2]?.id ?? ''
    return envelope(CompanyProfileSaved, { ownerId, change: 'changed', profile: profiles[n % 2] ?? profile() })
  })
  while (burst.length > 0) {
    const batch = burst.splice(0, BATCH)
    for (let missing = batch; missing.length > 0; ) {
      const outcomes = await transport.publish(missing)
      missing = missing.filter((_, at) => outcomes[at] !== 'delivered')
    }
  }
}

async function storedFor({ id }: { id: string }): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from notification where case when ${id} = ${admin.id} then audience_admins else audience_user::text = ${id} end
    order by id`.execute(one.db)
  return rows.map((row) => row.id)
}

const idsOf = (reader: StreamReader) => reader.notifications().map(({ id }) => id)

/**
 * Publishes a burst of events while both owners and an admin have a stream on each replica. Counts lost, duplicate and expected
 * notifications over all streams.
 */
async function losses(publisher: Transport, events: number): Promise<{ lost: number; twice: number; of: number }> {
  const people = [...owners, admin]
  const before = await Promise.all(people.map(storedFor))
  const readers = await Promise.all(
    origins.flatMap((origin) => people.map(async (user) => ({ user, reader: await readStream(origin, user.headers) }))),
  )
  open.push(...readers.map(({ reader }) => reader))
  await publishBurst(publisher, events)
  await expect.poll(async () => (await storedFor(admin)).length, { timeout: 100_000 }).toBe((before[2]?.length ?? 0) + events)
  // Two more events are published last. As soon as a stream has received their notifications, every earlier notification has arrived or is
  // lost.
  await publishBurst(publisher, 2)
  await expect.poll(async () => (await storedFor(admin)).length).toBe((before[2]?.length ?? 0) + events + 2)
  const after = await Promise.all(people.map(storedFor))
  let [lost, twice, of] = [0, 0, 0]
  for (const { user, reader } of readers) {
    const stored = after[people.indexOf(user)]?.slice(before[people.indexOf(user)]?.length) ?? []
    await expect.poll(() => idsOf(reader)).toContain(stored.at(-1))
    const received = idsOf(reader)
    lost += reader.reloads() > 0 ? 0 : stored.filter((id) => !received.includes(id)).length
    twice += received.length - new Set(received).size
    of += stored.length
  }
  return { lost, twice, of }
}

const { log } = recordingLogger()
const stopAfterTest = <S extends Stoppable>(part: S): S => {
  started.push(part)
  return part
}
const consumeOn = async ({ db }: Replica, transport: Transport) =>
  stopAfterTest(await startConsumers({ service: 'notifications', db, transport, subscriptions: subscriptions(testSettings()), log }))

describe('a burst of events loses no live notification', () => {
  // The in-process bus allows one consumer per service, so only one replica handles the events.
  it.for([100, 1_000])('of %i, handled by one replica of two, in process', async (events) => {
    const transport = busTransport(createBus())
    await consumeOn(one, transport)
    expect(await losses(transport, events)).toEqual({ lost: 0, twice: 0, of: (events + 2) * 4 })
  })
})

const broker = await brokerForTests()

describe.runIf(broker)('a burst of events over RabbitMQ loses no live notification', () => {
  it.for([100, 1_000])('of %i, handled by two replicas', async (events) => {
    const connect = async () => stopAfterTest(await amqpTransport({ url: broker?.url ?? '', log }))
    for (const replica of replicas) await consumeOn(replica, await connect())
    expect(await losses(await connect(), events)).toEqual({ lost: 0, twice: 0, of: (events + 2) * 4 })
  })
})
