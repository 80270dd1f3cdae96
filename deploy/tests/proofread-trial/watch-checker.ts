import { readdir, readFile } from 'node:fs/promises'
import { cpuTime } from '../bench/process-usage.ts'

const SAMPLE_MS = 50
const PROGRAM = 'job-process/program.ts'

/** Returns the ids of the checker's processes that this process started. Works only on Linux. */
async function checkers(): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const [command, status] = await Promise.all(
      ['cmdline', 'status'].map((file) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')),
    )
    if (command?.includes(PROGRAM) && status?.includes(`PPid:\t${process.pid}\n`)) found.push(Number(name))
  }
  return found
}

/** Returns 0 for a process that has just ended. */
const peakMegabytes = async (pid: number): Promise<number> =>
  Number(/^VmHWM:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

export interface CheckerUsage {
  /** The CPU time of all of the checker's processes so far, in milliseconds. */
  cpuMs(): Promise<number>
  /** The largest resident memory that one of them had. */
  peakMegabytes(): number
  stop(): void
}

/** Watches the checker's processes. CPU time is what a picture takes on one core, also if other programs are busy. */
export function watchChecker(): CheckerUsage {
  const cpu = new Map<number, number>()
  let peak = 0
  let running: number[] = []
  const sample = async (pid: number) => {
    cpu.set(pid, await cpuTime([pid]))
    peak = Math.max(peak, await peakMegabytes(pid))
  }
  const sampleAll = async () => {
    // A process that ended keeps its last values.
    await Promise.all(running.map(sample)).catch(() => (running = []))
    if (running.length === 0) running = await checkers()
  }
  const timer = setInterval(() => void sampleAll(), SAMPLE_MS)
  return {
    async cpuMs() {
      await sampleAll()
      return [...cpu.values()].reduce((sum, ms) => sum + ms, 0)
    },
    peakMegabytes: () => peak,
    stop: () => clearInterval(timer),
  }
}
