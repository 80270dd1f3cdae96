import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

// All functions of this file read `/proc`, so they work only on Linux.

const TICKS_PER_SECOND = 100
const SAMPLE_MS = 20
/** Time for a process to return freed memory to the system after a collection. */
const SETTLE_MS = 1_500

/** Returns the resident memory (RSS) of a process in MB, including shared libraries. */
export async function residentMegabytes(pid: number): Promise<number> {
  return Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
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
export async function peaksDuring(pids: readonly number[], work: () => Promise<unknown>): Promise<number[]> {
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
export async function growthDuring(pids: readonly number[], work: () => Promise<unknown>): Promise<number[]> {
  const before = await Promise.all(pids.map(residentMegabytes))
  return (await peaksDuring(pids, work)).map((peak, index) => peak - (before[index] ?? 0))
}

/** Returns the CPU time of processes so far, in milliseconds. Other programs affect CPU time much less than elapsed time. */
export async function cpuTime(pids: readonly number[]): Promise<number> {
  let ticks = 0
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The program name in parentheses may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    ticks += Number(fields[11]) + Number(fields[12])
  }
  return (ticks * 1_000) / TICKS_PER_SECOND
}

/** Returns the number of open files and connections of a process. */
export async function openFiles(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length
}
