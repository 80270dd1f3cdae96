import type { Channel, ChannelModel } from 'amqplib'
import type { Logger } from '../logger.ts'

/** Every event goes here, its type the routing key. */
export const EXCHANGE = 'events'
const DEAD_EXCHANGE = 'events.dead'

/** Deliveries of one message before the broker gives it up: only ones that ended the process or the connection count. */
const DELIVERY_LIMIT = 20

export const queueOf = (service: string): string => `${service}.events`
export const deadQueueOf = (service: string): string => `${queueOf(service)}.dead`

/** What the broker says when something exists with other arguments. */
const PRECONDITION_FAILED = 406

/** Declares topology on a connection; what exists with other arguments is used as it is. */
export interface Declarer {
  exchange(): Promise<void>
  queues(service: string): Promise<void>
}

/** Binds a service's queue to the types it asks for. Nothing is unbound here: another version beside this one may ask for more. */
export async function bindTypes(channel: Channel, service: string, types: readonly string[]): Promise<void> {
  for (const type of types) await channel.bindQueue(queueOf(service), EXCHANGE, type)
}

/** Made once a process, so that each difference is told once, and not at every connection. */
export function topology(log: Logger): (model: ChannelModel) => Declarer {
  const told = new Set<string>()

  /** On a channel of its own, since the broker closes one on which it refuses something. */
  async function declare(model: ChannelModel, name: string, work: (channel: Channel) => Promise<unknown>): Promise<void> {
    const channel = await model.createChannel()
    channel.on('error', () => {})
    try {
      await work(channel)
      await channel.close()
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === PRECONDITION_FAILED)) throw error
      if (!told.has(name)) log.warn({ err: error }, `${name} has other arguments at the broker than here: it is used as it is`)
      told.add(name)
    }
  }

  return (model) => ({
    exchange: () => declare(model, EXCHANGE, (channel) => channel.assertExchange(EXCHANGE, 'topic', { durable: true })),

    /**
     * One quorum queue a consumer service, and one for what the broker gives up. From its first declaration on the queue
     * keeps events for the service while that is away.
     */
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
            // Dead letters are confirmed between the queues; this strategy asks for that overflow rule.
            'x-dead-letter-strategy': 'at-least-once',
            'x-overflow': 'reject-publish',
          },
        }),
      )
    },
  })
}
