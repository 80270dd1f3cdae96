import { setImmediate as turn } from 'node:timers/promises'

const TICK_MS = 10

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Runs `work` and returns the longest time that the thread computed without a turn of the event loop, in ms. Counts CPU time, so that
 * other programs on the machine have no influence.
 */
export async function longestBlockDuring(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = cpuMs()
  const look = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - before)
    before = now
  }
  const timer = setInterval(look, TICK_MS)
  try {
    await work()
    await turn()
    look()
    return longest
  } finally {
    clearInterval(timer)
  }
}
