/** Outcome of an attempt. A reason is stored and logged, so it must be a short code, and not a message from another system. */
export type Outcome =
  | { kind: 'done' }
  /** The work is retried after `afterMs`, by default with exponential backoff. `opensCircuit` also opens the queue's circuit breaker. */
  | { kind: 'retry'; reason: string; afterMs?: number; opensCircuit?: boolean }
  /** The work can never succeed, so it is not retried. */
  | { kind: 'failed'; reason: string }
  /** The effect may have happened. The work is retried once, after ten minutes, with `maybeTwice`. */
  | { kind: 'unknown'; reason: string }
  /** A dependency of the whole queue is unavailable. The attempt is not counted, and the queue's circuit breaker opens. */
  | { kind: 'hold'; reason: string }
  /** The work cannot begin yet. The attempt is not counted, and the work is due again after `afterMs`. */
  | { kind: 'wait'; reason: string; afterMs: number }
  /** The work is no longer needed. This is not a failure. */
  | { kind: 'obsolete' }

export const done: Outcome = { kind: 'done' }
export const retry = (reason: string, afterMs?: number, opensCircuit = false): Outcome => ({
  kind: 'retry',
  reason,
  opensCircuit,
  ...(afterMs !== undefined && { afterMs }),
})
export const failed = (reason: string): Outcome => ({ kind: 'failed', reason })
export const unknown = (reason: string): Outcome => ({ kind: 'unknown', reason })
export const hold = (reason: string): Outcome => ({ kind: 'hold', reason })
export const wait = (reason: string, afterMs: number): Outcome => ({ kind: 'wait', reason, afterMs })
export const obsolete: Outcome = { kind: 'obsolete' }

const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 24 * 3_600_000

/** Maximum number of attempts. The default delays between attempts add up to 2.4 days, so that work survives an outage over a weekend. */
export const ATTEMPTS_MAX = 15

/** Returns the delay after a number of failed attempts: 15 s, doubling up to a day. */
export const waitAfter = (attempts: number): number => Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS)

/** Delay before work with an unknown outcome is retried. It is longer than any response timeout. */
export const UNKNOWN_WAIT_MS = 10 * 60_000

export interface Settlement {
  state: 'queued' | 'unknown' | 'done' | 'failed'
  /** Whether the work ended because it was no longer needed. Its state is then `done`. */
  isObsolete?: true
  waitMs: number
  reason: string | null
  counts: boolean
}

interface Tried {
  attempts: number
  maybeTwice: boolean
}

/** Returns the new values of a row. Work with the outcome `hold` is due again after `holdMs`, when the circuit breaker's pause ends. */
export function settlementOf(outcome: Outcome, { attempts, maybeTwice }: Tried, holdMs: number): Settlement {
  const settled = (state: Settlement['state'], reason: string | null, waitMs = 0): Settlement => ({ state, waitMs, reason, counts: true })
  switch (outcome.kind) {
    case 'done':
      return settled('done', null)
    case 'failed':
      return settled('failed', outcome.reason)
    case 'retry':
      if (attempts >= ATTEMPTS_MAX) return settled('failed', outcome.reason)
      return settled('queued', outcome.reason, outcome.afterMs ?? waitAfter(attempts))
    case 'unknown':
      // After a second unknown outcome, the work fails, so that at most two attempts may have had an effect.
      return maybeTwice ? settled('failed', outcome.reason) : settled('unknown', outcome.reason, UNKNOWN_WAIT_MS)
    case 'hold':
      return { ...settled('queued', outcome.reason, holdMs), counts: false }
    case 'wait':
      return { ...settled('queued', outcome.reason, outcome.afterMs), counts: false }
    case 'obsolete':
      return { ...settled('done', null), isObsolete: true }
  }
}
