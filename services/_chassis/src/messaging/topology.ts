import { allEvents } from '@app/contracts/surface.ts'
import type { Channel } from 'amqplib'

/** Every event goes here, its type the routing key. */
export const EXCHANGE = 'events'
const DEAD_EXCHANGE = 'events.dead'

/** Deliveries of one message before the broker gives it up: only ones that ended the process or the connection count. */
const DELIVERY_LIMIT = 20

export const queueOf = (service: string): string => `${service}.events`
export const deadQueueOf = (service: string): string => `${queueOf(service)}.dead`

export async function declareExchange(channel: Channel): Promise<void> {
  await channel.assertExchange(EXCHANGE, 'topic', { durable: true })
}

/**
 * One quorum queue a consumer service, and one for what the broker gives up. From its first declaration on the queue
 * keeps events for the service while that is away. A type it no longer asks for is unbound.
 */
export async function declareQueues(channel: Channel, service: string, types: readonly string[]): Promise<void> {
  const queue = queueOf(service)
  await declareExchange(channel)
  await channel.assertExchange(DEAD_EXCHANGE, 'direct', { durable: true })
  await channel.assertQueue(deadQueueOf(service), { durable: true, arguments: { 'x-queue-type': 'quorum' } })
  await channel.bindQueue(deadQueueOf(service), DEAD_EXCHANGE, queue)
  await channel.assertQueue(queue, {
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
  })
  for (const type of types) await channel.bindQueue(queue, EXCHANGE, type)
  for (const { type } of allEvents) if (!types.includes(type)) await channel.unbindQueue(queue, EXCHANGE, type)
}
