import { AppError } from '../http/errors.ts'
import { createFairQueue } from '../limits/fair-queue.ts'
import { activeContext } from '../logging/context.ts'

/** Maximum number of upload parts in memory, for all uploads of this process. */
const SLOTS = 3
/**
 * Time in which an upload must receive a part and release its slot. A part has 5 MB, so the client must send about 90 kB/s. The limit
 * applies only while other uploads wait for a slot.
 */
const PART_LIMIT_MS = 60_000
/** Time limit of waiting for a slot. It is below the gateway's idle timeout of a minute. */
const WAIT_LIMIT_MS = 55_000
const RETRY_AFTER_SECONDS = 10

const tooSlow = () => new AppError('too-slow', 'slow-sender', 'This upload took too long. Please try again later.')

const busy = () =>
  new AppError('busy', 'unavailable', 'Many files are being uploaded at the moment. Please try again shortly.', {
    retryAfter: RETRY_AFTER_SECONDS,
  })

/**
 * Creates a semaphore for parts of uploads. Slots are granted in the order of calls. A caller with several uploads cannot use the last
 * slot, so that slow uploads of one caller do not block all others.
 */
export function partSlots({ slots = SLOTS, partLimitMs = PART_LIMIT_MS, waitLimitMs = WAIT_LIMIT_MS } = {}) {
  const waiting = { waitMs: waitLimitMs, refusal: busy }
  const callers = createFairQueue({ ...waiting, places: Number.POSITIVE_INFINITY, placesPerKey: Math.max(1, slots - 1) })
  const parts = createFairQueue({ ...waiting, places: slots, placesPerKey: 1 })

  /**
   * Waits for a slot. Resolves to a function that releases the slot. If the part exceeds its time limit while other uploads wait, calls
   * `end` with an error with status 408.
   */
  return async function acquire(signal: AbortSignal, end: (error: Error) => void): Promise<() => void> {
    const since = performance.now()
    const leaveCaller = await callers.enter(activeContext()?.caller, { signal })
    const leavePart = await parts
      .enter(undefined, { waitMs: waitLimitMs - (performance.now() - since), signal })
      .catch((error: unknown) => {
        leaveCaller()
        throw error
      })
    const timer = setInterval(() => {
      if (parts.waiting() > 0) end(tooSlow())
    }, partLimitMs)
    let isHeld = true
    return () => {
      if (isHeld) {
        leavePart()
        leaveCaller()
      }
      isHeld = false
      clearInterval(timer)
    }
  }
}
