import { Readable } from 'node:stream'
import { JobProcessEnded } from '@app/chassis/work/job-processes/job-processes.ts'
import { JobRefused } from '@app/chassis/work/job-processes/messages.ts'
import type { CheckerJob, JobResult, ReadJob, ReadPage } from '../job-process/jobs.ts'
import { runJob } from '../job-process/run-job.ts'
import type { LineReading, LineToRead } from './read-lines-again.ts'

/** Bytes of a stored file, and how to open it. */
export interface ReadSource {
  bytes: number
  open(): Promise<Readable>
}

export interface ReadRequest extends ReadSource {
  /** The poster of a video is a picture. */
  kind: ReadJob['kind']
  /** The company's logo, if it should be in the picture. */
  logo?: ReadSource
  signal: AbortSignal
}

/** A larger PDF file would exceed the memory of the process. */
const BYTES_MAX = 50 * 1024 * 1024

/** Runs a job whose input is hostile. Returns null if the input is refused, or exceeds a limit. */
async function tryJob(job: CheckerJob, open: () => Promise<Readable>, signal: AbortSignal): Promise<JobResult | null> {
  try {
    return await runJob(job, open, signal)
  } catch (error) {
    if (error instanceof JobRefused || error instanceof JobProcessEnded) return null
    throw error
  }
}

/**
 * Reads a picture or a PDF file in another process: the words with their places, and what the checks of pictures compare. Returns null if
 * the file cannot be checked, because it is damaged, too large, or needs more CPU time than its kind may (10 or 15 s) or 300 MB.
 */
export async function readFile({ kind, bytes, open, logo, signal }: ReadRequest): Promise<ReadPage[] | null> {
  if (bytes === 0 || bytes > BYTES_MAX) return null
  async function* input() {
    yield* await open()
    if (logo) yield* await logo.open()
  }
  const logoBytes = logo?.bytes ?? 0
  const result = await tryJob({ kind, bytes: bytes + logoBytes, logoBytes }, async () => Readable.from(input()), signal)
  return result && 'pages' in result ? result.pages : null
}

/** Reads lines of a picture again. Returns no readings if that is not possible. */
export async function readLines({ bytes, open }: ReadSource, lines: LineToRead[], signal: AbortSignal): Promise<LineReading[][]> {
  const result = await tryJob({ kind: 'lines', bytes, lines }, open, signal)
  return result && 'readings' in result ? result.readings : []
}
