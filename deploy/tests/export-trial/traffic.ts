import { setTimeout as sleep } from 'node:timers/promises'

/** Pause between two requests of one owner. */
const PAUSE_MS = 100
const TIMEOUT_MS = 30_000

export interface Reader {
  headers: Record<string, string>
  urls: readonly string[]
}

/** Lets each owner read one page after the other until the signal aborts. Returns the duration of each request in ms. */
export async function readPages(readers: readonly Reader[], until: AbortSignal): Promise<number[]> {
  const durations: number[] = []
  async function read({ headers, urls }: Reader): Promise<void> {
    for (let turn = 0; !until.aborted; turn++) {
      const url = urls[turn % urls.length] ?? ''
      const begun = performance.now()
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${url} responded with status ${response.status}`)
      durations.push(performance.now() - begun)
      await sleep(PAUSE_MS)
    }
  }
  await Promise.all(readers.map(read))
  return durations
}

export function p99Of(durations: readonly number[]): number {
  const sorted = durations.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0
}
