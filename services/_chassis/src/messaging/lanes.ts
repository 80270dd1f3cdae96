/** Lanes work side by side; what is about one aggregate stays in one lane and so in order. */
const LANES = 4
/** Most events of one transaction. */
const MAX_BATCH = 50

interface Waiting<W> {
  work: W
  done(): void
  failed(error: unknown): void
}

function laneOf(key: string): number {
  let hash = 0
  for (let at = 0; at < key.length; at += 1) hash = (hash * 31 + key.charCodeAt(at)) | 0
  return Math.abs(hash) % LANES
}

/** Spreads work over lanes and hands each lane what has gathered while it was busy, as one batch. */
export function createLanes<W>(workOff: (batch: readonly W[]) => Promise<void>): { push(key: string, work: W): Promise<void> } {
  const lanes: Waiting<W>[][] = Array.from({ length: LANES }, () => [])
  const isRunning = new Set<Waiting<W>[]>()

  async function run(lane: Waiting<W>[]): Promise<void> {
    isRunning.add(lane)
    while (lane.length > 0) {
      const batch = lane.splice(0, MAX_BATCH)
      try {
        await workOff(batch.map(({ work }) => work))
        for (const { done } of batch) done()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    isRunning.delete(lane)
  }

  return {
    push(key, work) {
      return new Promise((done, failed) => {
        const lane = lanes[laneOf(key)] ?? []
        lane.push({ work, done, failed })
        if (!isRunning.has(lane)) void run(lane)
      })
    },
  }
}
