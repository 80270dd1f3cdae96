import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** Places in the shared figures: the longest answer in ms since the last reset, and when the present request began (0: none). */
export const LONGEST = 0
export const PENDING_SINCE = 1
export const EVERY_MS = 50

export interface HealthData {
  url: string
  shared: SharedArrayBuffer
}

/** A request of an input may come back before the event loop is blocked by what follows. */
const AFTERMATH_MS = 20

/** Polls `/healthz` from a thread of its own, which large inputs do not hold up. */
export function pollHealth(url: string) {
  const shared = new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT)
  const figures = new Float64Array(shared)
  const worker = new Worker(new URL('health-worker.ts', import.meta.url), { workerData: { url, shared } satisfies HealthData })
  return {
    /** Runs `work`. `delay`: the longest that `/healthz` took meanwhile, in ms. */
    async longestDuring<T>(work: () => Promise<T>): Promise<{ delay: number; result: T }> {
      figures[LONGEST] = 0
      const result = await work()
      await sleep(AFTERMATH_MS)
      // An answer that is already late counts in full.
      while (figures[PENDING_SINCE] && Date.now() - figures[PENDING_SINCE] > AFTERMATH_MS) await sleep(EVERY_MS / 5)
      return { delay: figures[LONGEST] ?? 0, result }
    },
    stop: async () => void (await worker.terminate()),
  }
}
