import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { listen } from '../db/listen.ts'
import type { Logger } from '../logging/logger.ts'
import { BATCH, type Batch, publishBatch, republishUnroutable } from './claim.ts'
import type { MessagingMetrics } from './metrics.ts'
import { OUTBOX_CHANNEL } from './outbox.ts'
import { markRelayActive, markRelayIdle } from './relay-activity.ts'
import { createSignal } from './signal.ts'
import type { Stoppable, Transport } from './transport.ts'

const POLL_MS = 1_000
const MAX_BACKOFF_MS = 2_000
/** After a batch of at least this size, the relay polls for a while, because polling is then cheaper than one notification per event. */
const BUSY_FROM = 20
/**
 * Delays in milliseconds of the polls after the last large batch. While the relay is active, transactions add events without a
 * notification. Such a transaction may commit after that batch, so the relay must poll to find its events.
 */
const POLLS_AFTER_BUSY_MS = [5, 10, 20, 50, 100, 200]
/**
 * Delays in milliseconds before unroutable events are republished. When all services start together, some events may be published before
 * the subscribing service has bound its queue. The first delay is short, so that these events are soon delivered.
 */
const FIRST_OFFER_MS = 1_000
const LONGEST_OFFER_MS = 60_000

export interface RelayOptions<T> {
  db: Kysely<T>
  /** Database URL for the separate connection that listens to notifications. */
  databaseUrl: string
  transport: Transport
  log: Logger
  metrics?: MessagingMetrics
}

/** Publishes the events of a schema's outbox, and republishes unroutable events. Several replicas may run a relay for the same schema. */
export async function startRelay<T>({ db, databaseUrl, transport, log, metrics }: RelayOptions<T>): Promise<Stoppable> {
  const signal = createSignal()
  const { rows } = await sql<{ channel: string }>`select ${OUTBOX_CHANNEL} as channel`.execute(db)
  const channel = rows[0]?.channel ?? ''
  const listening = listen({ url: databaseUrl, channels: { [channel]: signal.raise }, onListening: signal.raise, log })
  const stopping = new AbortController()
  let failures = 0
  let source = ''
  let pollsLeft: number[] = []
  const unrouted = new Set<string>()
  let offerAt = 0
  let offerWait = FIRST_OFFER_MS

  function settle(batch: Batch): void {
    if (failures > 0) log.info('events are published again')
    failures = 0
    metrics?.published(batch.delivered)
    if (batch.unroutable.length) {
      offerWait = FIRST_OFFER_MS
      offerAt = Math.min(offerAt, performance.now() + offerWait)
      const types = batch.unroutable.filter((type) => !unrouted.has(type))
      if (types.length) log.warn({ types }, 'unroutable events: no queue is bound to their types')
      for (const type of types) unrouted.add(type)
    }
    source = batch.source ?? source
    if (batch.size >= BUSY_FROM) {
      markRelayActive(source)
      pollsLeft = [...POLLS_AFTER_BUSY_MS]
    } else markRelayIdle(source)
  }

  async function offerWhenDue(): Promise<void> {
    if (performance.now() < offerAt) return
    const delivered = await republishUnroutable(db, transport, stopping.signal)
    metrics?.published(delivered)
    if (delivered > 0) {
      log.info({ delivered }, 'unroutable events were delivered')
      unrouted.clear()
    }
    offerAt = performance.now() + offerWait
    offerWait = Math.min(offerWait * 2, LONGEST_OFFER_MS)
  }

  async function step(): Promise<number> {
    try {
      const batch = await publishBatch(db, transport)
      settle(batch)
      await offerWhenDue()
      if (batch.size === BATCH) return 0
      return pollsLeft.shift() ?? POLL_MS
    } catch (error) {
      if (failures === 0) log.warn({ err: error }, 'events cannot be published; they wait in the outbox')
      failures += 1
      return Math.min(100 * 2 ** Math.min(failures, 10), MAX_BACKOFF_MS)
    }
  }

  /** Waits until the next step. A new event ends the wait, except after a failure, because events must not cause extra attempts. */
  const pause = (ms: number): Promise<void> =>
    failures > 0 ? sleep(ms, undefined, { signal: stopping.signal }).catch(() => {}) : signal.wait(ms)

  const done = (async () => {
    while (!stopping.signal.aborted) await pause(await step())
  })()

  return {
    async stop() {
      stopping.abort()
      signal.raise()
      await done
      markRelayIdle(source)
      await listening.stop()
    },
  }
}
