import { AppError } from '@app/chassis/http/errors.ts'

interface GateOptions {
  concurrency: number
  queueMax: number
}

export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/** Creates a concurrency limit with a bounded queue. When the queue is full, further calls throw 503. */
export function createGate({ concurrency, queueMax }: GateOptions): Gate {
  const queue: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running >= concurrency) {
      if (queue.length >= queueMax) {
        throw new AppError('busy', 'unavailable', 'We are very busy right now. Please try again shortly.', { retryAfter: 2 })
      }
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
