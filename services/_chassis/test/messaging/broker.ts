import { type Channel, connect } from 'amqplib'
import { afterAll, beforeAll } from 'vitest'
import { type Broker, canStartRabbitmq, startRabbitmq } from '../../../../deploy/test/rabbitmq.ts'

/**
 * A RabbitMQ for a test file. Where there is none its tests are reported as not run, or fail when CI asks for all of
 * them.
 */
export async function brokerForTests(): Promise<Broker | undefined> {
  const broker = canStartRabbitmq ? await startRabbitmq() : undefined
  beforeAll(() => {
    if (process.env.CI && !broker) throw new Error('No RabbitMQ on this machine: install rabbitmq-server or set AMQP_URL.')
  })
  afterAll(() => broker?.remove())
  return broker
}

/** Says something to the broker on a connection of its own. */
export async function onChannelAt(url: string, work: (channel: Channel) => Promise<unknown>): Promise<void> {
  const connection = await connect(url)
  await work(await connection.createChannel())
  await connection.close()
}

/** Publishes a text that need not be an event. */
export async function sendAt(url: string, exchange: string, routingKey: string, text: string): Promise<void> {
  const connection = await connect(url)
  const channel = await connection.createConfirmChannel()
  channel.publish(exchange, routingKey, Buffer.from(text), { persistent: true })
  await channel.waitForConfirms()
  await connection.close()
}
