import type { EventEnvelope } from './event.ts'
import type { BroadcastSubscription, DurableSubscription, PublishOutcome, Transport } from './transport.ts'

/** What a publisher waits for subscribers before it goes on with other events; the outbox keeps the slow ones. */
const TIMEOUT_MS = 1_000

/** Connects the services of one process. */
export type Bus = Omit<Transport, 'ready' | 'stop'>

/**
 * `services` must all have subscribed before any event counts as delivered, so that what the first one publishes
 * while the others still start is not lost. A service that stops is waited for in the same way.
 */
export function createBus(services: readonly string[] = []): Bus {
  const subscribers = new Map<string, DurableSubscription | undefined>(services.map((name) => [name, undefined]))
  const broadcasts = new Set<BroadcastSubscription>()
  /** What is older may have ended the process that delivered it before: only its outbox is left of that. */
  const startedAt = Date.now()
  /** Deliveries under way, so that publishing again joins them. */
  const underWay = new Map<string, Promise<void>>()

  function deliver(event: EventEnvelope, subscriber: DurableSubscription): Promise<void> {
    const key = `${subscriber.service} ${event.id}`
    const known = underWay.get(key)
    if (known) return known
    // A copy, as over a wire: no service sees what another does to it.
    const delivery = subscriber
      .receive(structuredClone(event), { isRedelivered: Date.parse(event.time) < startedAt })
      .finally(() => underWay.delete(key))
    underWay.set(key, delivery)
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
      const own = () => [...underWay].filter(([key]) => key.startsWith(`${service} `)).map(([, delivery]) => delivery)
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
