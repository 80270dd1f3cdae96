import type { EventEnvelope } from './event.ts'
import type { BroadcastSubscription, DurableSubscription, PublishOutcome, Transport } from './transport.ts'

/** How long a publisher waits for subscribers. Events whose handling takes longer stay in the outbox and are published again. */
const TIMEOUT_MS = 1_000

export type Bus = Omit<Transport, 'ready' | 'stop'>

/** Delivers events only while all `services` are subscribed. Otherwise a service that has not started yet would miss events. */
export function createBus(services: readonly string[] = []): Bus {
  const subscribers = new Map<string, DurableSubscription | undefined>(services.map((name) => [name, undefined]))
  const broadcasts = new Set<BroadcastSubscription>()
  /** Events from before this time count as redelivered, because their first delivery may have crashed the previous process. */
  const startedAt = Date.now()
  /** Running deliveries. If an event is published again during its delivery, the running delivery is reused. */
  const running = new Map<string, Promise<void>>()

  function deliver(event: EventEnvelope, subscriber: DurableSubscription): Promise<void> {
    const key = `${subscriber.service} ${event.id}`
    const known = running.get(key)
    if (known) return known
    // Each service gets a copy, so that services cannot see each other's changes.
    const delivery = subscriber
      .receive(structuredClone(event), { isRedelivered: Date.parse(event.time) < startedAt })
      .finally(() => running.delete(key))
    running.set(key, delivery)
    return delivery
  }

  async function publishOne(event: EventEnvelope, timeout: Promise<undefined>): Promise<PublishOutcome> {
    const listening = [...broadcasts].filter(({ types }) => types.includes(event.type))
    for (const { receive } of listening) receive(structuredClone(event))
    const present = [...subscribers.values()].filter((subscriber) => subscriber !== undefined)
    if (present.length < subscribers.size) return 'failed'
    const interested = present.filter(({ types }) => types.includes(event.type))
    if (interested.length + listening.length === 0) return 'unroutable'
    const deliveries = interested.map((subscriber) => deliver(event, subscriber))
    const results = await Promise.race([Promise.allSettled(deliveries), timeout])
    return results?.every(({ status }) => status === 'fulfilled') ? 'delivered' : 'failed'
  }

  return {
    async publish(batch) {
      let timer: NodeJS.Timeout | undefined
      const timeout = new Promise<undefined>((resolve) => {
        timer = setTimeout(resolve, TIMEOUT_MS, undefined)
      })
      const outcomes = await Promise.all(batch.map((event) => publishOne(event, timeout)))
      clearTimeout(timer)
      return outcomes
    },
    async subscribe(subscription) {
      const { service } = subscription
      const own = () => [...running].filter(([key]) => key.startsWith(`${service} `)).map(([, delivery]) => delivery)
      if (subscribers.get(service)) throw new Error(`${service} has subscribed already`)
      subscribers.set(service, subscription)
      return {
        async stop() {
          subscribers.set(service, undefined)
          await Promise.allSettled(own())
        },
        waiting: async () => own().length,
      }
    },
    async broadcast(subscription) {
      broadcasts.add(subscription)
      subscription.connected()
      return { stop: async () => void broadcasts.delete(subscription) }
    },
  }
}

export const busTransport = (bus: Bus): Transport => ({ ...bus, ready: () => true, stop: async () => {} })
