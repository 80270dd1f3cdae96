import { type Channel, connect } from 'amqplib'
import { afterAll, beforeAll } from 'vitest'
import { type Broker, canStartRabbitmq, startRabbitmq } from '../../../../deploy/tests/support/rabbitmq.ts'

/**
 * Returns a RabbitMQ broker, or undefined if there is none. Without a broker, the tests are skipped, or fail if the variable `CI` is set.
 */
export async function brokerForTests(): Promise<Broker | undefined> {
  const broker = canStartRabbitmq ? await startRabbitmq() : undefined
  beforeAll(() => {
    if (process.env.CI && !broker) throw new Error('No RabbitMQ on this machine: install rabbitmq-server or set AMQP_URL.')
  })
  afterAll(() => broker?.remove())
  return broker
}

export async function onChannelAt(url: string, work: (channel: Channel) => Promise<unknown>): Promise<void> {
  const connection = await connect(url)
  await work(await connection.createChannel())
  await connection.close()
}

export async function sendAt(url: string, exchange: string, routingKey: string, text: string): Promise<void> {
  const connection = await connect(url)
  const channel = await connection.createConfirmChannel()
  channel.publish(exchange, routingKey, Buffer.from(text), { persistent: true })
  await channel.waitForConfirms()
  await connection.close()
}
