import type { Logger } from '../logging/logger.ts'
import {
  claimRetries,
  correctRetryTimes,
  type DueRetry,
  deleteFailure,
  EventDropped,
  failCrashed,
  postponeRetry,
  postponeUnknown,
  waitAfter,
} from './failures.ts'
import { type HandlerOptions, handleOnce, inContextOf, parseMessage, type Subscription, UnknownEvent, UnusableMessage } from './inbox.ts'
import type { MessagingMetrics } from './metrics.ts'
import { createSignal } from './signal.ts'
import type { Stoppable } from './transport.ts'

const POLL_MS = 1_000
/** Interval at which crashed retries are marked as failed, and at which retry times are corrected if the clock was set back. */
const CORRECT_MS = 10_000
/**
 * Maximum number of concurrent retries. By default, the pool for background work has five connections, so slow retries cannot use all of
 * them.
 */
const BATCH = 4
const MOST_CRASHED = 100

export interface RetryOptions<T> extends HandlerOptions<T> {
  byType: ReadonlyMap<string, Subscription<T>>
  retryDelaysMs: readonly number[]
  log: Logger
  metrics?: MessagingMetrics
}

/** Starts the retries of failed and replayed events. `dueIn` wakes the retry loop after a delay. */
export function startRetries<T>(options: RetryOptions<T>): Stoppable & { dueIn(delayMs: number): void } {
  const { db, byType, retryDelaysMs, log, metrics } = options
  const signal = createSignal()
  let isStopping = false
  let isAway = false
  let correctAt = 0

  async function retry({ id, event: message, attempts }: DueRetry): Promise<void> {
    try {
      const work = parseMessage(message, byType)
      const begunAt = performance.now()
      const handled = await handleOnce(options, [work], (trx) => deleteFailure(trx, id))
      metrics?.consumed(handled, begunAt)
    } catch (error) {
      if (error instanceof EventDropped)
        return log.info({ event: { id } }, 'retry rolled back: the event was dropped, or handled by another replica')
      const failure = { id, event: message, error }
      if (error instanceof UnknownEvent && (await postponeUnknown(db, failure))) return
      metrics?.failed()
      const isHopeless = error instanceof UnknownEvent || error instanceof UnusableMessage
      const delayMs = isHopeless ? undefined : waitAfter(attempts, retryDelaysMs)
      const isThere = await postponeRetry(db, failure, delayMs)
      if (!isThere) return
      if (delayMs !== undefined) {
        log.warn({ event: { id }, attempts, err: error }, 'handling an event failed; it will be retried')
        return dueIn(delayMs)
      }
      metrics?.deadLettered()
      log.error({ event: { id }, attempts, err: error }, 'event given up: it is in the dead letters')
    }
  }

  async function settleCrashed(): Promise<void> {
    for (const { id, attempts, isGivenUp } of await failCrashed(db, retryDelaysMs, MOST_CRASHED)) {
      metrics?.failed()
      log.warn({ event: { id }, attempts }, 'the process ended while it handled an event')
      if (!isGivenUp) continue
      metrics?.deadLettered()
      log.error({ event: { id }, attempts }, 'event given up: it is in the dead letters')
    }
  }

  async function step(): Promise<number> {
    try {
      if (performance.now() >= correctAt) {
        await correctRetryTimes(db)
        await settleCrashed()
        correctAt = performance.now() + CORRECT_MS
      }
      const due = await claimRetries(db, BATCH)
      await Promise.all(due.map((one) => inContextOf(one.event, () => retry(one))))
      isAway = false
      return due.length === BATCH ? 0 : POLL_MS
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'retries are delayed: the database does not respond')
      isAway = true
      return POLL_MS
    }
  }

  function dueIn(delayMs: number): void {
    // Polling finds retries with a longer delay.
    if (delayMs < POLL_MS) setTimeout(signal.raise, delayMs).unref()
  }

  const done = (async () => {
    while (!isStopping) await signal.wait(await step())
  })()

  return {
    dueIn,
    async stop() {
      isStopping = true
      signal.raise()
      await done
    },
  }
}
