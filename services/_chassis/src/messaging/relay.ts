import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { listen } from '../db/listen.ts'
import type { Logger } from '../logger.ts'
import { BATCH, type Batch, publishBatch, republishUnroutable } from './claim.ts'
import type { MessagingMetrics } from './metrics.ts'
import { OUTBOX_CHANNEL } from './outbox.ts'
import { markRelayActive, markRelayIdle } from './relay-activity.ts'
import { createSignal } from './signal.ts'
import type { Stoppable, Transport } from './transport.ts'

const POLL_MS = 1_000
const MAX_BACKOFF_MS = 2_000
/** From this many rows on, waking up for each is dearer than looking again soon. */
const BUSY_FROM = 20
/** When to look again after a busy time: transactions that saw the relay busy did not wake it, and may commit late. */
const LOOKS_AFTER_BUSY_MS = [5, 10, 20, 50, 100, 200]
/** Waits before events that nobody asked for are offered again: short at first, for services that start together. */
const FIRST_OFFER_MS = 1_000
const LONGEST_OFFER_MS = 60_000

export interface RelayOptions<T> {
  db: Kysely<T>
  /** For the relay's own connection, on which Postgres wakes it. */
  databaseUrl: string
  transport: Transport
  log: Logger
  metrics?: MessagingMetrics
}

/**
 * Empties this schema's outbox into the transport, beside any number of other relays that do the same, and offers again
 * what nobody asked for.
 */
export async function startRelay<T>({ db, databaseUrl, transport, log, metrics }: RelayOptions<T>): Promise<Stoppable> {
  const signal = createSignal()
  const { rows } = await sql<{ channel: string }>`select ${OUTBOX_CHANNEL} as channel`.execute(db)
  const channel = rows[0]?.channel ?? ''
  const listening = listen({ url: databaseUrl, channels: { [channel]: signal.raise }, onListening: signal.raise, log })
  const stopping = new AbortController()
  let failures = 0
  /** `/<service>` whose outbox this is; known from its first event. */
  let source = ''
  /** Looks left of a busy time. */
  let looksLeft: number[] = []
  const unrouted = new Set<string>()
  let offerAt = 0
  let offerWait = FIRST_OFFER_MS

  function settle(batch: Batch): void {
    if (failures > 0) log.info('events go out again')
    failures = 0
    metrics?.published(batch.delivered)
    if (batch.unroutable.length) {
      offerWait = FIRST_OFFER_MS
      offerAt = Math.min(offerAt, performance.now() + offerWait)
      // Once a type, not once a batch.
      const types = batch.unroutable.filter((type) => !unrouted.has(type))
      if (types.length) log.warn({ types }, 'events wait: no consumer asks for their types')
      for (const type of types) unrouted.add(type)
    }
    source = batch.source ?? source
    if (batch.size >= BUSY_FROM) {
      markRelayActive(source)
      looksLeft = [...LOOKS_AFTER_BUSY_MS]
    } else markRelayIdle(source)
  }

  async function offerWhenDue(): Promise<void> {
    if (performance.now() < offerAt) return
    const taken = await republishUnroutable(db, transport, stopping.signal)
    metrics?.published(taken)
    if (taken > 0) {
      log.info({ taken }, 'events that nobody had asked for went out')
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
      return looksLeft.shift() ?? POLL_MS
    } catch (error) {
      // Once an outage, not once a try.
      if (failures === 0) log.warn({ err: error }, 'events wait in the outbox: they cannot go out')
      failures += 1
      return Math.min(100 * 2 ** Math.min(failures, 10), MAX_BACKOFF_MS)
    }
  }

  /** Each new event ends the wait, except after a failure: trying for each of them would help neither side. */
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
