import type { Logger } from '@app/chassis/logger.ts'
import { createSignal } from '@app/chassis/messaging/signal.ts'
import { type Failure, MOST_ATTEMPTS, waitAfter } from './retry.ts'

/** A row claimed from a queue, the attempt under way counted. */
interface Claimed {
  id: string
  attempts: number
}

/** A table of things to send, and how one is sent. */
interface Queue<Item extends Claimed> {
  /** What an item is called in the log. */
  name: string
  /** Items one replica has under way at once. */
  capacity: number
  /** Takes up to `most` due items for this process, for a lease of `LEASE_MS`. */
  claim(most: number): Promise<Item[]>
  /** Begins the lease of these items anew. */
  renew(ids: readonly string[]): Promise<void>
  /** Why an item is not worth sending any more. */
  expired?(item: Item): boolean
  send(item: Item, signal: AbortSignal): Promise<void>
  /** What an error of `send` means. */
  failureOf(error: unknown): Failure
  markSent(item: Item): Promise<void>
  markForRetry(item: Item, reason: string, waitMs: number): Promise<void>
  markFailed(item: Item, reason: string): Promise<void>
  /** Tells an item in the log, without personal data. */
  shown(item: Item): object
}

export interface Worker {
  /** There may be something to send. */
  wake(): void
  /** Lets what is under way finish, for a few seconds. */
  stop(): Promise<void>
}

/** An item whose sender died is due again after this. It is renewed while an attempt goes on, however long that takes. */
export const LEASE_MS = 10_000
const RENEW_MS = 3_000
/** Finds what became due by time, and what was queued while the notice got lost. */
const POLL_MS = 5_000
const STOP_LIMIT_MS = 4_000

/** Sends what is in a queue. Any number of replicas may: each item is claimed by one, and again only if that one died. */
export function startWorker<Item extends Claimed>(queue: Queue<Item>, log: Logger): Worker {
  const underWay = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  const giveUp = new AbortController()
  const woken = createSignal()

  async function attempt(item: Item): Promise<void> {
    const seen = { ...queue.shown(item), attempts: item.attempts }
    const fail = async (reason: string): Promise<void> => {
      await queue.markFailed(item, reason)
      log.warn({ ...seen, reason }, `${queue.name} given up`)
    }
    if (queue.expired?.(item)) return fail('expired')
    // Claimed again and again without an outcome: whoever tried it died.
    if (item.attempts > MOST_ATTEMPTS) return fail('no outcome')
    try {
      await queue.send(item, giveUp.signal)
    } catch (error) {
      const { permanent, reason } = queue.failureOf(error)
      if (permanent || item.attempts >= MOST_ATTEMPTS) return fail(reason)
      await queue.markForRetry(item, reason, waitAfter(item.attempts))
      log.info({ ...seen, reason }, `${queue.name} will be tried again`)
      return
    }
    await queue.markSent(item)
    log.info(seen, `${queue.name} sent`)
  }

  function start(item: Item): void {
    const work = attempt(item)
      // The claim runs out, and the item is taken again.
      .catch((error: unknown) => log.error({ err: error, ...queue.shown(item) }, `could not note what became of a ${queue.name}`))
      .finally(() => {
        underWay.delete(item.id)
        woken.raise()
      })
    underWay.set(item.id, work)
  }

  /** Answers whether there may be more that is due. */
  async function sendDue(): Promise<boolean> {
    const room = queue.capacity - underWay.size
    if (room === 0) return false
    const items = await queue.claim(room)
    items.forEach(start)
    return items.length === room
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const more = await sendDue().catch((error: unknown) => {
        log.warn({ err: error }, `cannot read the ${queue.name} queue`)
        return false
      })
      if (!more) await woken.wait(POLL_MS)
    }
  }

  const renewing = setInterval(() => {
    if (underWay.size === 0) return
    queue
      .renew([...underWay.keys()])
      .catch((error: unknown) => log.warn({ err: error }, `cannot keep what is under way of the ${queue.name} queue`))
  }, RENEW_MS)
  const running = run()
  return {
    wake: woken.raise,
    async stop() {
      stopping.abort()
      woken.raise()
      await running
      const timer = setTimeout(() => giveUp.abort(), STOP_LIMIT_MS)
      await Promise.all(underWay.values())
      clearTimeout(timer)
      clearInterval(renewing)
    },
  }
}
