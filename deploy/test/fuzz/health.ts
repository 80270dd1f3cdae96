import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** Indexes in the shared array: the longest response time in ms since the last reset, and the start time of the current request (or 0). */
export const LONGEST = 0
export const PENDING_SINCE = 1
export const EVERY_MS = 50

export interface HealthData {
  url: string
  shared: SharedArrayBuffer
}

/** Wait after an input, in ms. After the response, the input may still cause work that blocks the event loop. */
const AFTERMATH_MS = 20

/** Polls `/healthz` from a worker thread, so that sending large inputs does not delay the requests. */
export function pollHealth(url: string) {
  const shared = new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT)
  const figures = new Float64Array(shared)
  const worker = new Worker(new URL('health-worker.ts', import.meta.url), { workerData: { url, shared } satisfies HealthData })
  return {
    /** Runs `work`. Returns its result and `delay`, the longest response time of `/healthz` while `work` ran, in ms. */
    async longestDuring<T>(work: () => Promise<T>): Promise<{ delay: number; result: T }> {
      figures[LONGEST] = 0
      const result = await work()
      await sleep(AFTERMATH_MS)
      // Waits for a response that is already late, so that its full delay is counted.
      while (figures[PENDING_SINCE] && Date.now() - figures[PENDING_SINCE] > AFTERMATH_MS) await sleep(EVERY_MS / 5)
      return { delay: figures[LONGEST] ?? 0, result }
    },
    stop: async () => void (await worker.terminate()),
  }
}
