import type { QueryExecutorProvider } from 'kysely'
import type { Logger } from '../logger.ts'
import { type Claimed, recordIntent } from './lease.ts'
import { ATTEMPTS_MAX, done, failed, type Outcome, retry, unknown } from './outcome.ts'

/** A piece of work in somebody's hands. */
export interface WorkItem<P> {
  key: string
  payload: P
  /** The one under way counted. */
  attempts: number
  /** It was tried before, and nobody knows whether it happened. */
  maybeTwice: boolean
  /** Aborted when the claim is lost, and when the process stops: end early. */
  signal: AbortSignal
  /**
   * To be called right before what cannot be taken back: from here on the work may have happened. Whoever dies later, or
   * throws, leaves it `unknown`; before, it is simply done again. Throws when the claim is lost: then it must not begin.
   */
  recordIntent(): Promise<void>
}

/** Does one piece. Returning nothing is `done`; a throw is an unforeseen failure, and tried again. */
export type Handle<P> = (item: WorkItem<P>) => Promise<Outcome | undefined>

/** One attempt at what was claimed, whatever it throws. */
export async function attempt<P>(
  db: QueryExecutorProvider,
  claimed: Claimed<P>,
  signal: AbortSignal,
  handle: Handle<P>,
  log: Logger,
): Promise<Outcome> {
  const { key, payload, attempts, repeats } = claimed
  if (repeats > 1) return failed('unknown')
  // Claimed again and again without an outcome: whoever tried it died.
  if (attempts > ATTEMPTS_MAX) return failed('no outcome')
  let intends = false
  const item: WorkItem<P> = {
    key,
    payload,
    attempts,
    maybeTwice: repeats > 0,
    signal,
    async recordIntent() {
      if (!(await recordIntent(db, claimed))) throw new Error('the claim is lost')
      intends = true
    },
  }
  try {
    return (await handle(item)) ?? done
  } catch (error) {
    log.error({ err: error, key }, 'work failed in an unforeseen way')
    return intends ? unknown('unforeseen') : retry('unforeseen')
  }
}
