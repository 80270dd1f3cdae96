import { connect } from '@app/chassis/db/connect.ts'
import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import { createLogger } from '@app/chassis/logging/logger.ts'
import { amqpTransport } from '@app/chassis/messaging/amqp.ts'
import { on, startConsumers } from '@app/chassis/messaging/consumer.ts'
import { busTransport, createBus } from '@app/chassis/messaging/in-process.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { startRelay } from '@app/chassis/messaging/relay.ts'
import { defineEvent } from '@app/contracts/define.ts'
import { sql } from 'kysely'
import * as Type from 'typebox'

const WRITERS = 16
const LIMIT_MS = 30_000

const Counted = defineEvent({
  type: `tasks.counted-${crypto.randomUUID().slice(0, 8)}.v1`,
  summary: 'An event of the event rate benchmark',
  aggregate: 'count',
  data: Type.Object({ n: Type.Integer(), text: Type.String() }),
})

/** Payload of about the length of a task event's payload. */
const text = 'x'.repeat(300)

/**
 * Runs the chassis' publisher and consumer in one process, as the local run does. Writes events and waits until all are handled. The schema
 * `bench` has the message tables, and the table `effect` with one row for each handled event.
 */
export async function publishAndHandle(databaseUrl: string, amqpUrl: string | null, events: number): Promise<void> {
  const log = createLogger({ level: 'warn' })
  const db = connect<MessageTables>({ url: databaseUrl, schema: 'bench', max: WRITERS + 4, onIdleError: () => {} })
  const transport = amqpUrl ? await amqpTransport({ url: amqpUrl, log }) : busTransport(createBus())
  const store = on<MessageTables, typeof Counted>(Counted, async (trx, { data }) => {
    await sql`insert into effect values (${data.n})`.execute(trx)
  })
  const consumers = await startConsumers({ service: `bench-${crypto.randomUUID()}`, db, transport, subscriptions: [store], log })
  const relay = await startRelay({ db, databaseUrl, transport, log })
  let next = 0
  const writer = async () => {
    while (next < events) {
      const n = ++next
      await db.transaction().execute((trx) => addEvent(trx, Counted, { aggregateId: 'count', version: n, data: { n, text } }))
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
  const handled = async () => (await sql<{ n: number }>`select count(*) as n from effect`.execute(db)).rows[0]?.n ?? 0
  const deadline = Date.now() + LIMIT_MS
  while ((await handled()) < events && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 100))
  for (const part of [relay, consumers, transport]) await part.stop()
  await db.destroy()
}
