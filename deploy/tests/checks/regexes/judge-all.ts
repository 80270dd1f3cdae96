import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Verdict } from './judge-regex.ts'

export interface Judged {
  source: string
  flags: string
}

export type Verdicts = Record<string, Verdict>

export const keyOf = ({ source, flags }: Judged): string => `/${source}/${flags}`

const MAX_WORKERS = 4

/** Judges regular expressions in worker threads. Reuses the verdicts in `known`. */
export async function judgeAll(regexes: readonly Judged[], known: Readonly<Verdicts> = {}): Promise<Verdicts> {
  const verdicts: Verdicts = {}
  const waiting = new Map<string, Judged>()
  for (const regex of regexes) {
    const key = keyOf(regex)
    const verdict = known[key]
    if (verdict) verdicts[key] = verdict
    else waiting.set(key, regex)
  }
  const queue = [...waiting]

  async function work(): Promise<void> {
    const worker = new Worker(new URL('judge-worker.ts', import.meta.url))
    try {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const [key, regex] = next
        worker.postMessage(regex)
        const [verdict] = (await once(worker, 'message')) as [Verdict]
        verdicts[key] = verdict
      }
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: Math.min(MAX_WORKERS, availableParallelism(), queue.length) }, work))
  return verdicts
}
