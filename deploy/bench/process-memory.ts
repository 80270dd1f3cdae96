import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const SAMPLE_MS = 20
/** What a process gets to give back in what nothing refers to. */
const SETTLE_MS = 1_500

/** What a process holds in memory, shared libraries counted in full. Linux only, as is `/proc`. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024
}

/** What would be free again without the process: Node's own program text, which all Node processes share, left out. */
export async function ownMegabytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Private_Dirty:\s+(\d+)/m.exec(rollup)?.[1]) / 1024
}

/** What a process that runs with `collect-on-signal.ts` holds once it has given back what it does not need. */
export async function settledMegabytes(pid: number): Promise<number> {
  for (let collection = 0; collection < 2; collection++) {
    process.kill(pid, 'SIGUSR2')
    await sleep(SETTLE_MS)
  }
  return residentMegabytes(pid)
}

/** Runs `work` and answers how many megabytes each process held at its peak. */
export async function peaksDuring(pids: readonly number[], work: () => Promise<void>): Promise<number[]> {
  const peaks = await Promise.all(pids.map(residentMegabytes))
  const sample = async () => {
    for (const [index, pid] of pids.entries()) peaks[index] = Math.max(peaks[index] ?? 0, await residentMegabytes(pid))
  }
  // A process that has ended meanwhile fails the work itself.
  const timer = setInterval(() => void sample().catch(() => {}), SAMPLE_MS)
  await work().finally(() => clearInterval(timer))
  await sample()
  return peaks
}

/** The same, by how many megabytes each was larger than before. */
export async function growthDuring(pids: readonly number[], work: () => Promise<void>): Promise<number[]> {
  const before = await Promise.all(pids.map(residentMegabytes))
  return (await peaksDuring(pids, work)).map((peak, index) => peak - (before[index] ?? 0))
}
