import { type AmqpOptions, amqpBroadcast, amqpConsumer, type Consumer } from './amqp-consumer.ts'
import { amqpPublisher } from './amqp-publisher.ts'
import type { Transport } from './transport.ts'

/** Publishes and consumes on separate connections: a broker that is short of memory stops reading from connections that publish. */
export async function amqpTransport(options: AmqpOptions): Promise<Transport> {
  const publisher = await amqpPublisher(options)
  const consumers = new Set<Consumer>()

  function track<C extends Consumer>(consumer: C): C {
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
    subscribe: async (subscription) => track(await amqpConsumer(subscription, options)),
    broadcast: async (subscription) => track(await amqpBroadcast(subscription, options)),
    ready: () => publisher.ready() && [...consumers].every((consumer) => consumer.ready()),
    async stop() {
      await Promise.all([publisher, ...consumers].map((part) => part.stop()))
    },
  }
}
