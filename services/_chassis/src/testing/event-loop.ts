/** The longest time, in ms, that `work` blocks the event loop. The least of three runs, so that a busy machine does not count. */
export async function longestBlock(work: () => unknown): Promise<number> {
  const runs: number[] = []
  for (let run = 0; run < 3; run++) {
    let last = performance.now()
    let longest = 0
    const note = () => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }
    const ticks = setInterval(note, 5)
    await work()
    note()
    clearInterval(ticks)
    runs.push(longest)
  }
  return Math.min(...runs)
}

/** More than any input may block the event loop, in ms: generous enough for a busy machine. */
export const BLOCK_MAX_MS = 250
