import { AppError } from '../errors.ts'

/** Parts that all uploads of this process hold in memory at the same time. Further uploads wait for a slot. */
const SLOTS = 3
/** A part must arrive and be stored within this time while other uploads wait: 5 MB in a minute are about 90 kB/s. */
const PART_LIMIT_MS = 60_000
/** An upload that waits longer for a slot is rejected. The gateway regards a service that is silent for a minute as gone. */
const WAIT_LIMIT_MS = 55_000
const RETRY_AFTER_SECONDS = 10

const tooSlow = () => new AppError('too-slow', 'slow-sender', 'This upload took too long to arrive. Please try again later.')

const busy = () =>
  new AppError('busy', 'unavailable', 'Many files are being uploaded at the moment. Please try again shortly.', {
    retryAfter: RETRY_AFTER_SECONDS,
  })

/** A semaphore for parts of uploads. Slots are given in the order in which uploads ask for them. */
export function partSlots({ slots = SLOTS, partLimitMs = PART_LIMIT_MS, waitLimitMs = WAIT_LIMIT_MS } = {}) {
  const waiting = new Set<() => void>()
  let free = slots

  const wait = (signal: AbortSignal): Promise<void> =>
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
      }, waitLimitMs)
      waiting.add(enter)
      signal.addEventListener('abort', leave, { once: true })
    })

  const release = () => {
    const [next] = waiting
    if (next) next()
    else free++
  }

  /**
   * Acquires a slot for one part; resolves to the function that releases it, which may be called again. Rejects with 503 after the wait
   * limit, and with the signal's reason. Calls `end` with a 408 if the slot is held beyond the part limit while other uploads wait.
   */
  return async function acquire(signal: AbortSignal, end: (error: Error) => void): Promise<() => void> {
    signal.throwIfAborted()
    if (free > 0) free--
    else await wait(signal)
    const timer = setInterval(() => {
      if (waiting.size > 0) end(tooSlow())
    }, partLimitMs)
    let isHeld = true
    return () => {
      if (isHeld) release()
      isHeld = false
      clearInterval(timer)
    }
  }
}
