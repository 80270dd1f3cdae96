/** Number of partitions, which run concurrently. Events of one aggregate have the same key, so that one partition keeps their order. */
const PARTITIONS = 4
const MAX_BATCH = 50

interface Waiting<W> {
  work: W
  done(): void
  failed(error: unknown): void
}

function partitionOf(key: string): number {
  let hash = 0
  for (let at = 0; at < key.length; at += 1) hash = (hash * 31 + key.charCodeAt(at)) | 0
  return Math.abs(hash) % PARTITIONS
}

/** Distributes work over partitions by key. Work that arrives while its partition is busy becomes the partition's next batch. */
export function createOrderedPartitions<W>(handleBatch: (batch: readonly W[]) => Promise<void>): {
  push(key: string, work: W): Promise<void>
} {
  const partitions: Waiting<W>[][] = Array.from({ length: PARTITIONS }, () => [])
  const isRunning = new Set<Waiting<W>[]>()

  async function run(partition: Waiting<W>[]): Promise<void> {
    isRunning.add(partition)
    while (partition.length > 0) {
      const batch = partition.splice(0, MAX_BATCH)
      try {
        await handleBatch(batch.map(({ work }) => work))
        for (const { done } of batch) done()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    isRunning.delete(partition)
  }

  return {
    push(key, work) {
      return new Promise((done, failed) => {
        const partition = partitions[partitionOf(key)] ?? []
        partition.push({ work, done, failed })
        if (!isRunning.has(partition)) void run(partition)
      })
    },
  }
}
