import { type AmqpOptions, amqpBroadcast, amqpConsumer, type Consumer } from './amqp-consumer.ts'
import { amqpPublisher } from './amqp-publisher.ts'
import type { Transport } from './transport.ts'

/**
 * Events over RabbitMQ. Publishing and each subscription have a connection of their own: a broker short of memory holds
 * publishers back by not reading from them. Starts without the broker too, and connects when it is there.
 */
export async function amqpTransport(options: AmqpOptions): Promise<Transport> {
  const publisher = await amqpPublisher(options)
  const consumers = new Set<Consumer>()

  function keep<C extends Consumer>(consumer: C): C {
    consumers.add(consumer)
    return {
      ...consumer,
      async stop() {
        consumers.delete(consumer)
        await consumer.stop()
      },
    }
  }

  return {
    publish: publisher.publish,
    subscribe: async (subscription) => keep(await amqpConsumer(subscription, options)),
    broadcast: async (subscription) => keep(await amqpBroadcast(subscription, options)),
    ready: () => publisher.ready() && [...consumers].every((consumer) => consumer.ready()),
    async stop() {
      await Promise.all([publisher, ...consumers].map((part) => part.stop()))
    },
  }
}
