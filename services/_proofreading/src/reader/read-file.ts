import { Readable } from 'node:stream'
import { createJobProcesses, JobProcessEnded } from '@app/chassis/work/job-processes/job-processes.ts'
import { JobRefused } from '@app/chassis/work/job-processes/messages.ts'
import type { ReadJob, ReadPage } from './read-job.ts'

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

const processes = createJobProcesses<ReadJob, ReadPage[]>({
  program: new URL('./reader-process.ts', import.meta.url),
  // Together with the start of the process, a file takes at most 20 seconds.
  jobLimitMs: 18_000,
  idleMs: 60_000,
  keptRssBytes: 250 * 1024 * 1024,
  execArgv: ['--max-old-space-size=96', '--max-semi-space-size=2'],
  environment: {
    // libvips must not write decoded pictures to the file system, which is read-only in containers.
    VIPS_DISC_THRESHOLD: '4g',
    // Freed memory returns to the system. Without these settings, the process needs 60 MB more.
    MALLOC_ARENA_MAX: '1',
    MALLOC_TRIM_THRESHOLD_: '131072',
  },
})

/** Only one file is read at a time, because reading uses one core. */
let last: Promise<unknown> = Promise.resolve()

async function read({ kind, bytes, open, logo, signal }: ReadRequest): Promise<ReadPage[] | null> {
  if (bytes === 0 || bytes > BYTES_MAX) return null
  async function* input() {
    yield* await open()
    if (logo) yield* await logo.open()
  }
  const logoBytes = logo?.bytes ?? 0
  try {
    return await processes.run({ kind, bytes: bytes + logoBytes, logoBytes }, async () => Readable.from(input()), signal)
  } catch (error) {
    if (error instanceof JobRefused || error instanceof JobProcessEnded) return null
    throw error
  }
}

/**
 * Reads a picture or a PDF file in another process: the words with their places, and what the checks of pictures compare. Returns null if
 * the file cannot be checked, because it is damaged, too large, or needs more than 20 seconds or 300 MB.
 */
export function readFile(request: ReadRequest): Promise<ReadPage[] | null> {
  const reading = last.then(() => {
    request.signal.throwIfAborted()
    return read(request)
  })
  last = reading.catch(() => {})
  return reading
}
