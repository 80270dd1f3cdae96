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

/** Kills the checker's processes of this process, as a system without memory does. */
export function killCheckers(): void {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  for (const row of rows) {
    const [pid, parent] = row.trim().split(/\s+/).map(Number)
    if (pid && parent === process.pid && row.includes('job-process/program.ts')) process.kill(pid, 'SIGKILL')
  }
}
