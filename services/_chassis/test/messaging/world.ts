import { on, startConsumers } from '@app/chassis/messaging/consumer.ts'
import { messagingMetrics } from '@app/chassis/messaging/metrics.ts'
import { startRelay } from '@app/chassis/messaging/relay.ts'
import type { Stoppable, Transport } from '@app/chassis/messaging/transport.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { type Kysely, sql } from 'kysely'
import { Registry } from 'prom-client'
import * as Type from 'typebox'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { addNumbered, counting, type Handle, migrations, open, range, type Tables, type Tested, testedEvent } from './tested.ts'

export interface Databases {
  publisher: Kysely<Tables>
  publisherUrl: string
  consumer: Kysely<Tables>
  consumerUrl: string
  drop(): Promise<void>
}

export async function openDatabases(): Promise<Databases> {
  const [tasks, notifications] = await Promise.all([
    createTestDatabase('tasks', migrations),
    createTestDatabase('notifications', migrations),
  ])
  const publisher = open(tasks.url, 'tasks')
  const consumer = open(notifications.url, 'notifications')
  return {
    publisher,
    publisherUrl: tasks.url,
    consumer,
    consumerUrl: notifications.url,
    async drop() {
      await Promise.all([publisher.destroy(), consumer.destroy()])
      await Promise.all([tasks.drop(), notifications.drop()])
    },
  }
}

interface ConsumeOptions {
  handle?: Handle
  retryDelaysMs?: readonly number[]
  handlerLimitMs?: number
}

export interface World {
  event: Tested
  mark: string
  lines: string[]
  transport(): Promise<Transport>
  /** Adds events with the numbers `from` to `to`, each in its own transaction. */
  add(from: number, to: number): Promise<void>
  relay(): Promise<Stoppable>
  consume(name: string, options?: ConsumeOptions): Promise<Stoppable & { figures(): Promise<string> }>
  /**
   * Starts a replica of a newer release, whose contract also accepts strings instead of numbers. The replica calls `handle`, but adds no
   * row to the table `effect`.
   */
  consumeNewer(name: string, handle: (data: unknown) => Promise<void>): Promise<Stoppable>
  /** Numbers of the events that took effect, in ascending order. A repeated effect is listed twice. */
  effects(name: string): Promise<number[]>
  outboxSize(): Promise<number>
  /** Counts of published and of unroutable events in the event log. */
  logged(): Promise<{ routed: number; unroutable: number }>
  close(): Promise<void>
}

/** Databases that all tests of a block share. Each test has its own event type and consumers (`World`). */
export interface Stage {
  readonly databases: Databases
  readonly world: World
}

export const eventually = (check: () => Promise<void>, timeout = 30_000): Promise<void> =>
  expect.poll(() => check().then(() => 'holds', String), { timeout, interval: 20 }).toBe('holds')

/** Creates an event type, and functions that publish and consume its events. Empties the tables first. */
export async function openWorld(
  { publisher, publisherUrl, consumer }: Databases,
  connectTransport: () => Promise<Transport>,
): Promise<World> {
  const { log, lines } = recordingLogger()
  const mark = crypto.randomUUID().slice(0, 8)
  const event = testedEvent(`tested-${mark}`)
  const started: Stoppable[] = []
  const remember = <S extends Stoppable>(part: S): S => {
    started.push(part)
    return part
  }
  const transport = async () => remember(await connectTransport())
  for (const table of ['outbox', 'event_log']) await sql`delete from ${sql.table(table)}`.execute(publisher)
  for (const table of ['outbox', 'inbox', 'dead_letter', 'effect']) await sql`delete from ${sql.table(table)}`.execute(consumer)

  return {
    event,
    mark,
    lines,
    transport,
    async add(from, to) {
      for (let n = from; n <= to; n += 20)
        await Promise.all(range(n, Math.min(n + 19, to)).map((each) => addNumbered(publisher, event, each)))
    },
    relay: async () => remember(await startRelay({ db: publisher, databaseUrl: publisherUrl, transport: await transport(), log })),
    async consume(name, { handle, retryDelaysMs = [50, 100], handlerLimitMs } = {}) {
      const subscriptions = [counting(event, name, handle)]
      const registry = new Registry()
      const metrics = messagingMetrics({ registry, db: consumer })
      const common = { db: consumer, transport: await transport(), log, metrics, retryDelaysMs, handlerLimitMs }
      const consumers = remember(await startConsumers<Tables>({ ...common, service: `${name}-${mark}`, subscriptions }))
      return { ...consumers, figures: () => registry.metrics() }
    },
    async consumeNewer(name, handle) {
      const newer = { ...event, data: Type.Object({ n: Type.Union([Type.Integer(), Type.String()]) }) }
      const subscriptions = [on<Tables, typeof newer>(newer, (_trx, { data }) => handle(data))]
      const common = { db: consumer, transport: await transport(), log }
      return remember(await startConsumers<Tables>({ ...common, service: `${name}-${mark}`, subscriptions }))
    },
    async effects(name) {
      const { rows } = await sql<{ n: number }>`select n from effect where consumer = ${name} order by n`.execute(consumer)
      return rows.map(({ n }) => n)
    },
    async outboxSize() {
      const { rows } = await sql<{ size: number }>`select count(*) as size from outbox`.execute(publisher)
      return rows[0]?.size ?? -1
    },
    async logged() {
      const { rows } = await sql<{ routed: number; unroutable: number }>`
        select count(*) filter (where not is_unroutable) as routed, count(*) filter (where is_unroutable) as unroutable
        from event_log`.execute(publisher)
      return rows[0] ?? { routed: -1, unroutable: -1 }
    },
    async close() {
      for (const part of started.splice(0).reverse()) await part.stop()
    },
  }
}

/** Creates databases for a block of tests. For each test, `connector` returns the function that connects a replica. */
export function useStage(connector: () => () => Promise<Transport>): Stage {
  let databases: Databases
  let world: World

  beforeAll(async () => {
    databases = await openDatabases()
  })
  afterAll(() => databases.drop())
  beforeEach(async () => {
    world = await openWorld(databases, connector())
  })
  afterEach(() => world.close())
  return {
    get databases() {
      return databases
    },
    get world() {
      return world
    },
  }
}
