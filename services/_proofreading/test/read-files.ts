import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadPage } from '../src/job-process/jobs.ts'
import { type ReadSource, readFile } from '../src/reader/read-file.ts'

/** A design of 640 × 640 pixels at JPEG quality 60: white text on green, a logo, and white text on yellow that is hard to read. */
export const design = readFileSync(new URL('./design.jpg', import.meta.url))
export const LOGO_AREA = { left: 245, top: 227, width: 150, height: 150 }

export const sourceOf = (bytes: Buffer): ReadSource => ({ bytes: bytes.length, open: async () => Readable.from([bytes]) })

const { signal } = new AbortController()

export const readPicture = (picture: Buffer, logo?: Buffer): Promise<ReadPage[] | null> =>
  readFile({ kind: 'picture', ...sourceOf(picture), logo: logo && sourceOf(logo), signal })

export const readPdf = (pdf: Buffer): Promise<ReadPage[] | null> => readFile({ kind: 'pdf', ...sourceOf(pdf), signal })

/** The words line by line. */
export const textOf = ({ words }: ReadPage): string[] =>
  [...Map.groupBy(words, ({ line }) => line).values()].map((line) => line.map(({ text }) => text).join(' '))

/** The checker's processes of this process, with the CPU time in seconds that each has needed so far. */
function checkers(): { pid: number; cpuSeconds: number }[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,cputimes=,args='], { encoding: 'utf8' }).split('\n')
  return rows.flatMap((row) => {
    const [pid = 0, parent, cpuSeconds = 0] = row.trim().split(/\s+/).map(Number)
    return parent === process.pid && row.includes('job-process/program.ts') ? [{ pid, cpuSeconds }] : []
  })
}

/** Kills the checker's processes of this process, as a system without memory does. */
export function killCheckers(): void {
  for (const { pid } of checkers()) process.kill(pid, 'SIGKILL')
}

/** Positions in `/proc/self/stat`, after the name, of the CPU time of ended children: in user mode and in system mode. */
const OF_ENDED_CHILDREN = [13, 14]
const TICKS_PER_SECOND = 100

/** Returns the CPU time in seconds of all checker's processes of this process, also of those that have ended. */
export function checkerCpuSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  const ticks = OF_ENDED_CHILDREN.reduce((sum, at) => sum + Number(fields[at]), 0)
  return checkers().reduce((sum, { cpuSeconds }) => sum + cpuSeconds, ticks / TICKS_PER_SECOND)
}
