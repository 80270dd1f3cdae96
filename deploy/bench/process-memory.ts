import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const SAMPLE_MS = 20
/** Time for a process to return freed memory to the system after a collection. */
const SETTLE_MS = 1_500

/** Returns the resident memory (RSS) of a process in MB, including shared libraries. Works only on Linux (`/proc`). */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024
}

/** Returns the private dirty memory of a process in MB, without the program code that all Node.js processes share. */
export async function ownMegabytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Private_Dirty:\s+(\d+)/m.exec(rollup)?.[1]) / 1024
}

/** Returns the resident memory in MB after a garbage collection. The process must run with `collect-on-signal.ts`. */
export async function settledMegabytes(pid: number): Promise<number> {
  for (let collection = 0; collection < 2; collection++) {
    process.kill(pid, 'SIGUSR2')
    await sleep(SETTLE_MS)
  }
  return residentMegabytes(pid)
}

/** Runs `work` and returns the peak resident memory of each process in MB. */
export async function peaksDuring(pids: readonly number[], work: () => Promise<void>): Promise<number[]> {
  const peaks = await Promise.all(pids.map(residentMegabytes))
  const sample = async () => {
    for (const [index, pid] of pids.entries()) peaks[index] = Math.max(peaks[index] ?? 0, await residentMegabytes(pid))
  }
  // Errors are ignored here: if a process has exited, the work fails too.
  const timer = setInterval(() => void sample().catch(() => {}), SAMPLE_MS)
  await work().finally(() => clearInterval(timer))
  await sample()
  return peaks
}

/** Runs `work`. Returns, for each process, its peak resident memory during the work minus its resident memory before, in MB. */
export async function growthDuring(pids: readonly number[], work: () => Promise<void>): Promise<number[]> {
  const before = await Promise.all(pids.map(residentMegabytes))
  return (await peaksDuring(pids, work)).map((peak, index) => peak - (before[index] ?? 0))
}
