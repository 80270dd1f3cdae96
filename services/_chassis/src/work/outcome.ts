/** What became of a piece of work. Reasons go to table and log: codes, never what others answered. */
export type Outcome =
  | { kind: 'done' }
  /** Not done; again after the given wait, or a growing one. Given up after the last try. `opensCircuit` also opens the queue's circuit breaker. */
  | { kind: 'retry'; reason: string; afterMs?: number; opensCircuit?: boolean }
  /** Not done, and no try ever will. */
  | { kind: 'failed'; reason: string }
  /** It may have happened and may not. Tried once more, much later, and flagged. */
  | { kind: 'unknown'; reason: string }
  /** Nothing is wrong with this piece: what all of the queue needs is away. No try is counted, and the queue's circuit breaker opens. */
  | { kind: 'hold'; reason: string }

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

const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 24 * 3_600_000

/** With doubling waits, about two and a half days: a weekend. */
export const ATTEMPTS_MAX = 15

/** How long to wait after the given number of failed attempts: 15 s, doubling up to a day. */
export const waitAfter = (attempts: number): number => Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS)

/** Longer than anybody waits for the answer that is missing. */
export const UNKNOWN_WAIT_MS = 10 * 60_000

/** What an outcome makes of the row. */
export interface Settlement {
  state: 'queued' | 'unknown' | 'done' | 'failed'
  waitMs: number
  reason: string | null
  /** Whether the attempt counts. */
  counts: boolean
}

interface Tried {
  attempts: number
  /** Whether it had been tried before without anybody knowing the outcome. */
  maybeTwice: boolean
}

/** Returns what an outcome makes of the row. Held work waits `holdMs`, as long as the circuit breaker stays open. */
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
      // Sent twice at most.
      return maybeTwice ? settled('failed', outcome.reason) : settled('unknown', outcome.reason, UNKNOWN_WAIT_MS)
    case 'hold':
      return { ...settled('queued', outcome.reason, holdMs), counts: false }
  }
}
