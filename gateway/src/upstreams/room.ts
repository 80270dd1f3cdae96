import { AppError } from '@app/chassis/errors.ts'

const WAIT_MS = 1_500
const MOST_WAITING = 1_000
const RETRY_AFTER_SECONDS = 2

export const busy = (): AppError =>
  new AppError('busy', 'unavailable', 'There is a lot going on at the moment. Please try again shortly.', {
    retryAfter: RETRY_AFTER_SECONDS,
  })

/** Room for so many at once. */
export interface Room {
  /** Waits for room, a moment at most, in the order of coming. Rejects with `busy` when there is none. */
  enter(): Promise<void>
  leave(): void
}

export function createRoom(size: () => number): Room {
  let inside = 0
  const waiting = new Set<() => void>()

  return {
    async enter() {
      if (inside < size()) {
        inside++
        return
      }
      if (waiting.size >= MOST_WAITING) throw busy()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const timer = setTimeout(() => {
        waiting.delete(takeOver)
        reject(busy())
      }, WAIT_MS)
      const takeOver = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(takeOver)
      return promise
    },
    leave() {
      const [next] = waiting
      // Room may have shrunk meanwhile.
      if (!next || inside > size()) {
        inside--
        return
      }
      waiting.delete(next)
      next()
    },
  }
}
