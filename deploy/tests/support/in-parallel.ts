import { unlessInterrupted } from '../bench/interruption.ts'

/** Calls `work` for all items, at most `concurrency` at a time. Returns the results in the order of the items. */
export async function inParallel<T, R>(items: readonly T[], concurrency: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await unlessInterrupted(work(item))
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}
