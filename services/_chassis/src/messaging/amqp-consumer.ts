import { setTimeout as sleep } from 'node:timers/promises'
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib'
import type { Logger } from '../logging/logger.ts'
import { withTimeout } from '../time/with-timeout.ts'
import { type OnConnectionLost, openReconnecting } from './amqp-connection.ts'
import { bindTypes, deadQueueOf, EXCHANGE, queueOf, topology } from './topology.ts'
import type { BroadcastSubscription, Delivery, DurableSubscription, Stoppable, Subscribed } from './transport.ts'

const PREFETCH = 250
const CANCEL_MS = 2_000
const COUNT_MS = 2_000
const DRAIN_MS = 8_000
/** Delay before a message is handled again if its effects could not be stored in the database. */
const SETTLE_AGAIN_MS = 1_000

export interface AmqpOptions {
  url: string
  log: Logger
  settleAgainMs?: number
}

type Work = (content: unknown, delivery: Delivery) => Promise<void>

async function openChannel(model: ChannelModel, lost: OnConnectionLost): Promise<Channel> {
  const channel = await model.createChannel()
  channel.on('error', lost)
  channel.on('close', () => lost())
  return channel
}

export interface Consumer extends Stoppable {
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

const canceled = (): Error => new Error('the broker has canceled the consumer')

/** Acknowledges a message. If the channel has closed, the broker has already returned the message to the queue. */
function ack(channel: Channel, message: ConsumeMessage): void {
  try {
    channel.ack(message)
  } catch {
    // The channel has closed.
  }
}

export async function amqpConsumer(subscription: DurableSubscription, options: AmqpOptions): Promise<Consumer & Subscribed> {
  const { service, types, receive, receiveDead } = subscription
  const { url, log, settleAgainMs = SETTLE_AGAIN_MS } = options
  const topologyOf = topology(log)
  const inFlight = new Set<Promise<void>>()
  const stopping = new AbortController()
  let cancel = async () => {}
  let countReady = async () => 0
  let isAway = false

  /**
   * Handles a message, and retries until its effects are stored. Returns false if `ended` aborts first. Between two attempts, the message
   * stays in this process. If each failure returned the message to the broker, an outage of 30 s would use up all deliveries of the message
   * (`DELIVERY_LIMIT`).
   */
  async function settle(work: Work, message: ConsumeMessage, ended: AbortSignal): Promise<boolean> {
    const content = contentOf(message)
    while (!ended.aborted) {
      try {
        await work(content, { isRedelivered: message.fields.redelivered })
        isAway = false
        return true
      } catch (error) {
        if (!isAway) log.warn({ err: error }, 'messages cannot be stored; retrying')
        isAway = true
        await sleep(settleAgainMs, undefined, { signal: ended }).catch(() => {})
      }
    }
    return false
  }

  function consumeOn(channel: Channel, lost: OnConnectionLost) {
    const closing = new AbortController()
    channel.once('close', () => closing.abort())
    const ended = AbortSignal.any([stopping.signal, closing.signal])

    async function take(work: Work, message: ConsumeMessage): Promise<void> {
      if (await settle(work, message, ended)) ack(channel, message)
    }

    return (queue: string, work: Work) =>
      channel.consume(queue, (message) => {
        if (!message) return lost(canceled())
        const settling = take(work, message).finally(() => inFlight.delete(settling))
        inFlight.add(settling)
      })
  }

  const connection = await openReconnecting({
    url,
    log,
    async setUp(model, lost) {
      await topologyOf(model).exchange()
      await topologyOf(model).queues(service)
      const channel = await openChannel(model, lost)
      await bindTypes(channel, service, types)
      await channel.prefetch(PREFETCH)
      const consume = consumeOn(channel, lost)
      const tags = [
        await consume(queueOf(service), receive),
        await consume(deadQueueOf(service), (content) => receiveDead(content, 'the broker stopped after too many deliveries')),
      ]
      countReady = async () => (await channel.checkQueue(queueOf(service))).messageCount
      cancel = async () => {
        for (const { consumerTag } of tags) await channel.cancel(consumerTag)
      }
    },
  })

  return {
    ready: connection.ready,
    waiting: async () => (await withTimeout(COUNT_MS, 'Counting waiting messages', countReady())) + inFlight.size,
    async stop() {
      stopping.abort()
      if (connection.ready()) await withTimeout(CANCEL_MS, 'Canceling', cancel()).catch(() => {})
      await withTimeout(DRAIN_MS, 'Draining', Promise.allSettled(inFlight)).catch(() => {})
      await connection.stop()
    },
  }
}

/** Subscribes with an exclusive queue of this replica. The broker deletes the queue when the connection ends. */
export async function amqpBroadcast({ types, receive, connected }: BroadcastSubscription, { url, log }: AmqpOptions): Promise<Consumer> {
  const topologyOf = topology(log)
  return openReconnecting({
    url,
    log,
    async setUp(model, lost) {
      await topologyOf(model).exchange()
      const channel = await openChannel(model, lost)
      const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true })
      for (const type of types) await channel.bindQueue(queue, EXCHANGE, type)
      await channel.consume(queue, (message) => (message ? receive(contentOf(message)) : lost(canceled())), { noAck: true })
      connected()
    },
  })
}
