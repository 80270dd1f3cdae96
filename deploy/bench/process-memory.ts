import { readFile } from 'node:fs/promises'

const SAMPLE_MS = 20

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

/** Runs `work` and answers by how many megabytes each process was larger at its peak than before. */
export async function growthDuring(pids: readonly number[], work: () => Promise<void>): Promise<number[]> {
  const before = await Promise.all(pids.map(residentMegabytes))
  const peaks = [...before]
  const sample = async () => {
    for (const [index, pid] of pids.entries()) peaks[index] = Math.max(peaks[index] ?? 0, await residentMegabytes(pid))
  }
  // A process that has ended meanwhile fails the work itself.
  const timer = setInterval(() => void sample().catch(() => {}), SAMPLE_MS)
  await work().finally(() => clearInterval(timer))
  await sample()
  return peaks.map((peak, index) => peak - (before[index] ?? 0))
}
