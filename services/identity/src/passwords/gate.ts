import { AppError } from '@app/chassis/errors.ts'

interface GateOptions {
  /** How many run at once. */
  width: number
  /** How many may wait; more are turned away. */
  waiting: number
}

export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/** Lets a few through at once and a bounded number wait; answers 503 to the rest. */
export function createGate({ width, waiting }: GateOptions): Gate {
  const queue: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running >= width) {
      if (queue.length >= waiting) {
        throw new AppError('busy', 'unavailable', 'We are very busy at the moment. Please try again shortly.', { retryAfter: 2 })
      }
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      // The place passes straight to the next one waiting, if there is one.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
