import { setImmediate as nextTurn } from 'node:timers/promises'

const TICK_MS = 5
const RUNS = 3

/** Maximum CPU time of one turn of the event loop. With the tests' inputs, a quadratic algorithm takes several times this limit. */
export const BLOCK_MAX_MS = 1_000

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Returns the CPU time of this thread while `work` runs, in milliseconds. */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  const begun = cpuMs()
  await work()
  return cpuMs() - begun
}

/** Returns the maximum CPU time of one turn of the event loop, in milliseconds. */
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
 * Returns the longest block of the event loop, in milliseconds of CPU time. If a run of `work` exceeds the limit, `work` runs again, up to
 * three times in total, because garbage collection may be the cause. The result is the smallest value of all runs.
 */
export async function longestEventLoopBlock(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS && least > BLOCK_MAX_MS; run++) least = Math.min(least, await longestBlockOnce(work))
  return least
}
