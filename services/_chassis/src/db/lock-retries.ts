import { setTimeout as sleep } from 'node:timers/promises'
import { isLockTimeout } from './faults.ts'

/** Maximum time during which a request tries to get a lock. */
const LOCK_WAIT_MS = 3_000
const PAUSE_MS = 20
const RANDOM_PAUSE_MS = 60

/**
 * Returns a function that waits a moment after a lock timeout. For other errors, and after `LOCK_WAIT_MS`, the function throws the error.
 * Call it without a database connection, so that others can use the connection.
 */
export function lockRetries(): (error: unknown) => Promise<void> {
  let since: number | undefined
  return async (error) => {
    since ??= performance.now()
    if (!isLockTimeout(error) || performance.now() - since > LOCK_WAIT_MS) throw error
    await sleep(PAUSE_MS + Math.random() * RANDOM_PAUSE_MS)
  }
}
