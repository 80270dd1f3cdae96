import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'amqplib'
import pg from 'pg'

export interface MessageRound {
  messages: number
  intervalMs: number
  /** Number of messages that are sent first and are not measured. */
  warmUp: number
}

/** Length of an event's JSON in bytes. */
const LENGTH = 600
const PREFETCH = 50

/**
 * The baseline of events over RabbitMQ. Publishes messages at a steady rate to a quorum queue, and consumes them. The consumer inserts a row
 * into `bare.effect` for each message, in a transaction. Returns the time from publishing to the commit for each message, in ms.
 */
export async function publishAndInsert(amqpUrl: string, databaseUrl: string, { messages, intervalMs, warmUp }: MessageRound) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  const connection = await connect(amqpUrl)
  const publisher = await connection.createConfirmChannel()
  const consumer = await connection.createChannel()
  const { queue } = await publisher.assertQueue('bare', { durable: true, arguments: { 'x-queue-type': 'quorum' } })
  await consumer.prefetch(PREFETCH)
  const publishedAt: number[] = []
  const delays: number[] = []
  let committed = 0
  const commit = async (n: number) => {
    const client = await pool.connect()
    await client.query('begin')
    await client.query('insert into bare.effect values ($1)', [n])
    await client.query('commit')
    client.release()
    delays[n] = performance.now() - (publishedAt[n] ?? Number.NaN)
    committed++
  }
  await consumer.consume(queue, async (message) => {
    if (!message) return
    await commit(JSON.parse(message.content.toString()).n)
    consumer.ack(message)
  })
  for (let n = 0; n < warmUp + messages; n++) {
    publishedAt[n] = performance.now()
    publisher.sendToQueue(queue, Buffer.from(JSON.stringify({ n, text: 'x'.repeat(LENGTH) })), { persistent: true })
    await sleep(intervalMs)
  }
  await publisher.waitForConfirms()
  while (committed < warmUp + messages) await sleep(intervalMs)
  await connection.close()
  await pool.end()
  return delays.slice(warmUp)
}
