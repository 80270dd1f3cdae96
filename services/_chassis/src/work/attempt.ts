import type { QueryExecutorProvider } from 'kysely'
import type { Logger } from '../logging/logger.ts'
import { type Claimed, recordIntent } from './lease.ts'
import { ATTEMPTS_MAX, done, failed, type Outcome, retry, unknown } from './outcome.ts'

export interface WorkItem<P> {
  key: string
  payload: P
  /** Number of attempts, including the current attempt. */
  attempts: number
  /** Whether the outcome of an earlier attempt is unknown. If true, this attempt may cause the effect a second time. */
  maybeTwice: boolean
  /** Aborts when the claim is lost or the process stops. The handler should then end soon. */
  signal: AbortSignal
  /**
   * Call this immediately before an effect that cannot be undone. A crash or exception before this call causes a retry. A crash or
   * exception after this call causes the outcome `unknown`. If this call throws, the claim is lost and the effect must not begin.
   */
  recordIntent(): Promise<void>
}

/**
 * Processes a work item. The result undefined means the outcome `done`. An exception means `retry`, or `unknown` if the handler has called
 * `recordIntent`.
 */
export type Handle<P> = (item: WorkItem<P>) => Promise<Outcome | undefined>

/** Runs one attempt at a claimed work item. Never throws. */
export async function attempt<P>(
  db: QueryExecutorProvider,
  claimed: Claimed<P>,
  signal: AbortSignal,
  handle: Handle<P>,
  log: Logger,
): Promise<Outcome> {
  const { key, payload, attempts, repeats } = claimed
  if (repeats > 1) return failed('unknown')
  // `attempts` exceeds the maximum in two cases: the last allowed attempt ended in a crash, or it had the outcome `unknown`. If the last
  // allowed attempt has the outcome `retry`, the row gets the state `failed`, and is not claimed again.
  if (attempts > ATTEMPTS_MAX) return failed('no outcome')
  let hasIntent = false
  const item: WorkItem<P> = {
    key,
    payload,
    attempts,
    maybeTwice: repeats > 0,
    signal,
    async recordIntent() {
      if (!(await recordIntent(db, claimed))) throw new Error('the claim is lost')
      hasIntent = true
    },
  }
  try {
    return (await handle(item)) ?? done
  } catch (error) {
    log.error({ err: error, key }, 'work failed with an unexpected error')
    return hasIntent ? unknown('unforeseen') : retry('unforeseen')
  }
}
