import type { Channel, ChannelModel } from 'amqplib'
import type { Logger } from '../logging/logger.ts'

/** Topic exchange of all events, with the event type as routing key. */
export const EXCHANGE = 'events'
const DEAD_EXCHANGE = 'events.dead'

/** After this many deliveries, the broker moves a message to the dead-letter queue. Redeliveries are due to lost connections or crashes. */
const DELIVERY_LIMIT = 20

export const queueOf = (service: string): string => `${service}.events`
export const deadQueueOf = (service: string): string => `${queueOf(service)}.dead`

/** Reply code of the broker if an exchange or queue exists with other arguments. */
const PRECONDITION_FAILED = 406

/** Declares exchanges and queues. An existing exchange or queue with other arguments is used unchanged. */
export interface Declarer {
  exchange(): Promise<void>
  queues(service: string): Promise<void>
}

/** Binds a service's queue to event types. Never removes bindings, because a replica of another release may need them. */
export async function bindTypes(channel: Channel, service: string, types: readonly string[]): Promise<void> {
  for (const type of types) await channel.bindQueue(queueOf(service), EXCHANGE, type)
}

/** Returns a function that creates a `Declarer`. A difference between existing and declared arguments is logged only once. */
export function topology(log: Logger): (model: ChannelModel) => Declarer {
  const logged = new Set<string>()

  /** The broker closes a channel on which a declaration fails, so each declaration has its own channel. */
  async function declare(model: ChannelModel, name: string, work: (channel: Channel) => Promise<unknown>): Promise<void> {
    const channel = await model.createChannel()
    channel.on('error', () => {})
    try {
      await work(channel)
      await channel.close()
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === PRECONDITION_FAILED)) throw error
      if (!logged.has(name)) log.warn({ err: error }, `${name} exists at the broker with other arguments and is used unchanged`)
      logged.add(name)
    }
  }

  return (model) => ({
    exchange: () => declare(model, EXCHANGE, (channel) => channel.assertExchange(EXCHANGE, 'topic', { durable: true })),

    /** Declares a service's queue and its dead-letter queue. The queue then stores events even while the service is down. */
    async queues(service) {
      const [queue, deadQueue] = [queueOf(service), deadQueueOf(service)]
      await declare(model, DEAD_EXCHANGE, (channel) => channel.assertExchange(DEAD_EXCHANGE, 'direct', { durable: true }))
      await declare(model, deadQueue, (channel) =>
        channel.assertQueue(deadQueue, { durable: true, arguments: { 'x-queue-type': 'quorum' } }),
      )
      await declare(model, deadQueue, (channel) => channel.bindQueue(deadQueue, DEAD_EXCHANGE, queue))
      await declare(model, queue, (channel) =>
        channel.assertQueue(queue, {
          durable: true,
          arguments: {
            'x-queue-type': 'quorum',
            'x-delivery-limit': DELIVERY_LIMIT,
            'x-dead-letter-exchange': DEAD_EXCHANGE,
            'x-dead-letter-routing-key': queue,
            // `at-least-once` requires the overflow behavior `reject-publish`.
            'x-dead-letter-strategy': 'at-least-once',
            'x-overflow': 'reject-publish',
          },
        }),
      )
    },
  })
}
