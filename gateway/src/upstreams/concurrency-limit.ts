import { AppError } from '@app/chassis/http/errors.ts'
import { createFairQueue, type FairQueue } from '@app/chassis/limits/fair-queue.ts'

const WAIT_MS = 1_500
const WAITING_MAX = 1_000
const RETRY_AFTER_SECONDS = 2

export const overloaded = (): AppError =>
  new AppError('busy', 'unavailable', 'We are very busy right now. Please try again shortly.', {
    retryAfter: RETRY_AFTER_SECONDS,
  })

export function createConcurrencyLimit(limit: () => number) {
  let inProgress = 0
  const waiting = new Set<() => void>()

  return {
    /**
     * Waits until another request may start. Waiting requests start in the order of their arrival. Rejects with `overloaded` after 1.5 s,
     * or at once if too many requests wait.
     */
    async acquire(): Promise<void> {
      if (inProgress < limit()) {
        inProgress++
        return
      }
      if (waiting.size >= WAITING_MAX) throw overloaded()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const timer = setTimeout(() => {
        waiting.delete(takeOver)
        reject(overloaded())
      }, WAIT_MS)
      const takeOver = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(takeOver)
      return promise
    },
    release(): void {
      const [next] = waiting
      // If the limit has decreased, too many requests may be in progress. Then no waiting request starts.
      if (!next || inProgress > limit()) {
        inProgress--
        return
      }
      waiting.delete(next)
      next()
    },
  }
}

/** Maximum number of concurrent calls of one caller to one service. */
const CALLS_PER_CALLER = 16
const CALLER_WAIT_MS = 10_000

const tooManyCalls = (): AppError =>
  new AppError('too-many-requests', 'too-many', 'Too many requests. Please wait a moment and try again.', {
    retryAfter: RETRY_AFTER_SECONDS,
  })

/**
 * Creates the queue in which the calls of a caller wait while its other calls are in progress, so that one caller cannot use all
 * connections to a service. Rejects with 429 after 10 s, or at once if too many calls of the caller wait.
 */
export const createCallerQueue = (): FairQueue =>
  createFairQueue({
    places: Number.POSITIVE_INFINITY,
    placesPerKey: CALLS_PER_CALLER,
    waitMs: CALLER_WAIT_MS,
    refusal: tooManyCalls,
  })
