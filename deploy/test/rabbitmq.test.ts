import { connect } from 'amqplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Broker, startRabbitmq } from './rabbitmq.ts'

const broker: Broker | undefined = await startRabbitmq()

beforeAll(() => {
  if (process.env.CI && !broker) throw new Error('No RabbitMQ on this machine: install rabbitmq-server or set AMQP_URL.')
})
afterAll(() => broker?.remove())

describe.runIf(broker?.canRestart)('a private RabbitMQ', () => {
  it.each(['stop', 'kill'] as const)(
    'keeps the messages of a quorum queue over a %s',
    async (end) => {
      if (!broker) return
      const queue = `kept-over-${end}`
      const before = await connect(broker.url)
      before.on('error', () => {})
      const publisher = await before.createConfirmChannel()
      publisher.on('error', () => {})
      await publisher.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } })
      publisher.sendToQueue(queue, Buffer.from('still here'), { persistent: true })
      await publisher.waitForConfirms()

      await broker[end]()
      await expect(connect(broker.url)).rejects.toThrow()
      await broker.start()

      const after = await connect(broker.url)
      const consumer = await after.createChannel()
      await expect
        .poll(async () => ((await consumer.get(queue, { noAck: true })) || undefined)?.content.toString(), { timeout: 15_000 })
        .toBe('still here')
      await after.close()
    },
    90_000,
  )
})
