import { setTimeout as sleep } from 'node:timers/promises'

/** A service or store that restarts is away for some seconds. */
const TRIES = 6
const FIRST_DELAY_MS = 500

/**
 * Runs a read that a worker waits for, again after each failure: an attempt at an export takes minutes, so it should survive the restart of
 * a system from which it reads. Throws the last error after 15 s of delays, or when the signal aborts.
 */
export async function withRetries<R>(signal: AbortSignal, read: () => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted()
    try {
      return await read()
    } catch (error) {
      if (tries === TRIES) throw error
      await sleep(FIRST_DELAY_MS * 2 ** (tries - 1), undefined, { signal })
    }
  }
}
