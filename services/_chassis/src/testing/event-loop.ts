import { setImmediate as nextTurn } from 'node:timers/promises'

const TICK_MS = 5
const RUNS = 3

/** More CPU time than any input may take in one turn of the event loop, in ms. */
export const BLOCK_MAX_MS = 250

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Returns the longest time, in ms of CPU time, that `work` computes without a turn of the event loop. */
async function longestBlockOnce(work: () => unknown): Promise<number> {
  let longest = 0
  let last = cpuMs()
  const note = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const ticks = setInterval(note, TICK_MS)
  try {
    await work()
    await nextTurn()
    note()
    return longest
  } finally {
    clearInterval(ticks)
  }
}

/**
 * Returns the longest time, in ms, that `work` blocks the event loop. It counts CPU time, which other programs on the machine hardly
 * change, and repeats a run that seems too long, because garbage collection or a slow processor may have been the cause.
 */
export async function longestBlock(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS && least > BLOCK_MAX_MS; run++) least = Math.min(least, await longestBlockOnce(work))
  return least
}
