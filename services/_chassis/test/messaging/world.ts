import { currentContext } from '@app/chassis/context.ts'
import { connect } from '@app/chassis/db/connect.ts'
import { type MessageTables, messageTables } from '@app/chassis/db/message-tables.ts'
import { on, type Subscription, startConsumers } from '@app/chassis/messaging/consumer.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { startRelay } from '@app/chassis/messaging/relay.ts'
import type { Stoppable, Transport } from '@app/chassis/messaging/transport.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { defineEvent, type EventData } from '@app/contracts/define.ts'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import * as Type from 'typebox'
import { expect } from 'vitest'

/** `correlation` and `causation` are those of the context in which the handler ran. */
export interface Tables extends MessageTables {
  effect: { consumer: string; n: number; correlation: string; causation: string | null }
}

/** No key on it: an effect that happened twice shows as a second row. */
const effects: Migration = {
  async up(db) {
    await sql`create table effect (consumer text not null, n integer not null, correlation text, causation text)`.execute(db)
  },
}
export const migrations = { '0000-messages': messageTables, '0001-effects': effects }

export const testedEvent = (name: string) =>
  defineEvent({ type: `tasks.${name}.v1`, summary: 'A test', aggregate: 'test', data: Type.Object({ n: Type.Integer() }) })
export type Tested = ReturnType<typeof testedEvent>

export type Handle = (trx: Parameters<Subscription<Tables>['handle']>[0], n: number) => Promise<void>

export interface Databases {
  publisher: Kysely<Tables>
  publisherUrl: string
  consumer: Kysely<Tables>
  consumerUrl: string
  drop(): Promise<void>
}

const open = (url: string, schema: string) => connect<Tables>({ url, schema, max: 10, onIdleError: () => {} })

/** A publishing service's database and a consuming one's. */
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

export interface World {
  event: Tested
  /** What names of this world's services end in. */
  mark: string
  lines: string[]
  transport(): Promise<Transport>
  /** Adds events numbered `from` to `to`, each in a transaction of its own. */
  add(from: number, to: number): Promise<void>
  relay(): Promise<Stoppable>
  consume(name: string, options?: { handle?: Handle; retryDelaysMs?: readonly number[] }): Promise<Stoppable>
  /** Numbers of the effects, in order, each as often as it happened. */
  effects(name: string): Promise<number[]>
  outboxSize(): Promise<number>
  /** Ends everything it started. */
  close(): Promise<void>
}

export const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** Waits for something to become true, checked by its own expectations. */
export const eventually = (check: () => Promise<void>, timeout = 15_000): Promise<void> =>
  expect.poll(() => check().then(() => 'yes', String), { timeout, interval: 20 }).toBe('yes')

export async function openWorld(databases: Databases, connectTransport: () => Promise<Transport>): Promise<World> {
  const { publisher, publisherUrl, consumer } = databases
  const { log, lines } = recordingLogger()
  const mark = crypto.randomUUID().slice(0, 8)
  const event = testedEvent(`tested-${mark}`)
  const started: Stoppable[] = []
  const remember = <S extends Stoppable>(part: S): S => {
    started.push(part)
    return part
  }
  const transport = async () => remember(await connectTransport())
  const addOne = (n: number) =>
    publisher.transaction().execute((trx) => addEvent(trx, event, { aggregateId: `a${n % 7}`, version: n, data: { n } }))
  await sql`delete from outbox`.execute(publisher)
  for (const table of ['inbox', 'dead_letter', 'effect']) await sql`delete from ${sql.table(table)}`.execute(consumer)

  return {
    event,
    mark,
    lines,
    transport,
    async add(from, to) {
      for (let n = from; n <= to; n += 20) await Promise.all(range(n, Math.min(n + 19, to)).map(addOne))
    },
    relay: async () => remember(await startRelay({ db: publisher, databaseUrl: publisherUrl, transport: await transport(), log })),
    async consume(name, { handle = async () => {}, retryDelaysMs = [50, 100] } = {}) {
      const subscription = on<Tables, Tested>(event, async (trx, received) => {
        const { n }: EventData<Tested> = received.data
        await handle(trx, n)
        const { correlationId, causationId } = currentContext()
        await sql`insert into effect values (${name}, ${n}, ${correlationId}, ${causationId})`.execute(trx)
      })
      const service = `${name}-${mark}`
      const options = { service, db: consumer, transport: await transport(), subscriptions: [subscription], log, retryDelaysMs }
      return remember(await startConsumers<Tables>(options))
    },
    async effects(name) {
      const { rows } = await sql<{ n: number }>`select n from effect where consumer = ${name} order by n`.execute(consumer)
      return rows.map(({ n }) => n)
    },
    async outboxSize() {
      const { rows } = await sql<{ size: number }>`select count(*) as size from outbox`.execute(publisher)
      return rows[0]?.size ?? -1
    },
    async close() {
      for (const part of started.splice(0).reverse()) await part.stop()
    },
  }
}
