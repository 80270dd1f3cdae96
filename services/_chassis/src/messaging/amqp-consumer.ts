import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib'
import type { Logger } from '../logger.ts'
import { within } from '../within.ts'
import { keepConnected } from './amqp-connection.ts'
import { deadQueueOf, declareExchange, declareQueues, EXCHANGE, queueOf } from './topology.ts'
import type { BroadcastSubscription, DurableSubscription, Stoppable } from './transport.ts'

const PREFETCH = 250
const CANCEL_MS = 2_000
const DRAIN_MS = 8_000
/** Before a message that could not be settled comes again: its database is away. */
const REDELIVERY_WAIT_MS = 1_000

interface Options {
  url: string
  log: Logger
}

async function openChannel(model: ChannelModel, lost: () => void): Promise<Channel> {
  const channel = await model.createChannel()
  channel.on('error', lost)
  channel.on('close', lost)
  return channel
}

interface Consumer extends Stoppable {
  ready(): boolean
}

function contentOf({ content }: ConsumeMessage): unknown {
  const text = content.toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Settles a message; a channel that has closed has given it back to the queue by itself. */
function settle(act: () => void): void {
  try {
    act()
  } catch {
    // Closed in the meantime.
  }
}

/** Consumes a service's queue, and drains its queue of dead messages. */
export async function amqpConsumer(subscription: DurableSubscription, { url, log }: Options): Promise<Consumer> {
  const { service, types, receive, receiveDead } = subscription
  const inFlight = new Set<Promise<void>>()
  let cancel = async () => {}
  let isStopping = false

  function take(channel: Channel, message: ConsumeMessage, work: (content: unknown) => Promise<void>): void {
    const taken = work(contentOf(message))
      .then(
        () => settle(() => channel.ack(message)),
        async (error: unknown) => {
          log.warn({ err: error }, 'a message could not be settled and comes again')
          if (!isStopping) await new Promise((resolve) => setTimeout(resolve, REDELIVERY_WAIT_MS))
          settle(() => channel.nack(message))
        },
      )
      .finally(() => inFlight.delete(taken))
    inFlight.add(taken)
  }

  const connection = await keepConnected({
    url,
    log,
    async setUp(model, lost) {
      const channel = await openChannel(model, lost)
      await declareQueues(channel, service, types)
      await channel.prefetch(PREFETCH)
      const consume = (queue: string, work: (content: unknown) => Promise<void>) =>
        // Without a message: the broker has cancelled the consumer, for example because the queue was deleted.
        channel.consume(queue, (message) => (message ? take(channel, message, work) : lost()))
      const tags = [
        await consume(queueOf(service), receive),
        await consume(deadQueueOf(service), (content) => receiveDead(content, 'the broker gave it up after too many deliveries')),
      ]
      cancel = async () => {
        for (const { consumerTag } of tags) await channel.cancel(consumerTag)
      }
    },
  })

  return {
    ready: connection.ready,
    async stop() {
      isStopping = true
      if (connection.ready()) await within(CANCEL_MS, 'Cancelling', cancel()).catch(() => {})
      await within(DRAIN_MS, 'Draining', Promise.allSettled(inFlight)).catch(() => {})
      await connection.stop()
    },
  }
}

/** A queue of this replica's own, which goes with its connection. */
export async function amqpBroadcast({ types, receive, connected }: BroadcastSubscription, { url, log }: Options): Promise<Consumer> {
  return keepConnected({
    url,
    log,
    async setUp(model, lost) {
      const channel = await openChannel(model, lost)
      await declareExchange(channel)
      const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true })
      for (const type of types) await channel.bindQueue(queue, EXCHANGE, type)
      await channel.consume(queue, (message) => (message ? receive(contentOf(message)) : lost()), { noAck: true })
      connected()
    },
  })
}
