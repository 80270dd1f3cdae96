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
  const waiting = new Set<() => void>()
  const callers = createFairQueue({
    places: Number.POSITIVE_INFINITY,
    placesPerKey: Math.max(1, slots - 1),
    waitMs: waitLimitMs,
    refusal: busy,
  })
  let free = slots

  const wait = (signal: AbortSignal, limitMs: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const stopWaiting = () => {
        waiting.delete(enter)
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
      }
      const enter = () => {
        stopWaiting()
        resolve()
      }
      const leave = () => {
        stopWaiting()
        reject(signal.reason)
      }
      const timer = setTimeout(() => {
        stopWaiting()
        reject(busy())
      }, limitMs)
      waiting.add(enter)
      signal.addEventListener('abort', leave, { once: true })
    })

  const release = () => {
    const [next] = waiting
    if (next) next()
    else free++
  }

  /**
   * Waits for a slot. Resolves to a function that releases the slot. If the part exceeds its time limit while other uploads wait, calls
   * `end` with an error with status 408.
   */
  return async function acquire(signal: AbortSignal, end: (error: Error) => void): Promise<() => void> {
    signal.throwIfAborted()
    const since = performance.now()
    const leave = await callers.enter(activeContext()?.caller)
    try {
      signal.throwIfAborted()
      if (free > 0) free--
      else await wait(signal, waitLimitMs - (performance.now() - since))
    } catch (error) {
      leave()
      throw error
    }
    const timer = setInterval(() => {
      if (waiting.size > 0) end(tooSlow())
    }, partLimitMs)
    let isHeld = true
    return () => {
      if (isHeld) {
        release()
        leave()
      }
      isHeld = false
      clearInterval(timer)
    }
  }
}
