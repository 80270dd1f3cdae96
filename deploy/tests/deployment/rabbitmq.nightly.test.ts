import { type ChannelModel, connect } from 'amqplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canStartRabbitmq, startRabbitmq } from '../support/rabbitmq.ts'

const broker = canStartRabbitmq ? await startRabbitmq() : undefined

beforeAll(() => {
  if (process.env.CI && !broker) throw new Error('No RabbitMQ on this machine: install rabbitmq-server or set AMQP_URL.')
})
afterAll(() => broker?.remove())

async function open(url: string): Promise<ChannelModel> {
  const connection = await connect(url)
  // When a test stops the broker, the connection emits an error.
  connection.on('error', () => {})
  return connection
}

describe.runIf(broker?.canRestart)('a private RabbitMQ', () => {
  it('keeps the messages of a quorum queue after a stop and after a kill', async () => {
    if (!broker) return
    const publisher = await (await open(broker.url)).createConfirmChannel()
    publisher.on('error', () => {})
    await publisher.assertQueue('kept', { durable: true, arguments: { 'x-queue-type': 'quorum' } })
    publisher.sendToQueue('kept', Buffer.from('a message'), { persistent: true })
    await publisher.waitForConfirms()

    await broker.stop()
    await expect(connect(broker.url)).rejects.toThrow()
    await broker.start()
    expect(await peek(broker.url)).toBe('a message')

    await broker.kill()
    await expect(connect(broker.url)).rejects.toThrow()
    await broker.start()
    expect(await peek(broker.url)).toBe('a message')
  }, 240_000)
})

/** Reads the message without acknowledgment. The message returns to the queue when the connection closes. */
async function peek(url: string): Promise<string | undefined> {
  const connection = await open(url)
  const channel = await connection.createChannel()
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  await channel.consume('kept', (message) => resolve(message?.content.toString()))
  const content = await promise
  await connection.close()
  return content
}
