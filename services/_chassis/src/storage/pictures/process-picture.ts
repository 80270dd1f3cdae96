import type { Readable } from 'node:stream'
import { PICTURE_TOO_COMPLEX } from '@app/contracts/rules/files.ts'
import { AppError } from '../../http/errors.ts'
import { createFairQueue } from '../../limits/fair-queue.ts'
import { createJobProcesses, JobProcessEnded } from '../../work/job-processes/job-processes.ts'
import { JobRefused } from '../../work/job-processes/messages.ts'
import { BadFile } from '../inspect.ts'
import type { PictureJob, PictureUse, WrittenPicture } from './job.ts'

/** Maximum number of picture processes. Each needs up to 512 MB (`picture-process.ts`). */
const PROCESSES = 2
/** Time limit of a job. The process itself has a shorter limit of CPU time. */
const JOB_LIMIT_MS = 30_000
/** Together with a job's time limit, this is below the gateway's idle timeout of a minute. */
const WAIT_LIMIT_MS = 25_000
/** An unused process ends after this time, and frees its 60 MB of memory. */
const IDLE_MS = 20_000
/** A process whose memory is larger after a job ends immediately, because the decoders keep freed memory. */
const KEPT_RSS_BYTES = 200 * 1024 * 1024
const RETRY_AFTER_SECONDS = 10

const queue = createFairQueue({
  places: PROCESSES,
  placesPerKey: PROCESSES,
  waitMs: WAIT_LIMIT_MS,
  waitingPerKeyMax: 50,
  waitingMax: 200,
  refusal: () =>
    new AppError('busy', 'unavailable', 'Many pictures are being processed at the moment. Please try again shortly.', {
      retryAfter: RETRY_AFTER_SECONDS,
    }),
})
const processes = createJobProcesses<PictureJob, WrittenPicture>({
  program: new URL('./picture-process.ts', import.meta.url),
  jobLimitMs: JOB_LIMIT_MS,
  idleMs: IDLE_MS,
  keptRssBytes: KEPT_RSS_BYTES,
  // libvips must not write decoded pictures to the file system, which is read-only in containers.
  environment: { VIPS_DISC_THRESHOLD: '4g' },
})

export interface Processing {
  /** Size of the picture in bytes. */
  bytes: number
  open(): Promise<Readable>
  use: PictureUse
  /** Key of the caller. The processes are shared fairly between callers. */
  caller: string
  signal: AbortSignal
}

function refuse(error: unknown): never {
  if (error instanceof JobRefused) throw new BadFile(error.message, { cause: error })
  if (error instanceof JobProcessEnded) throw new BadFile(PICTURE_TOO_COMPLEX, { cause: error })
  throw error
}

/**
 * Decodes a picture in another process, and calls `store` with the results. At most two pictures are processed at the same time, until
 * their results are stored. Throws a `BadFile` if the picture is damaged, too large, or needs too much time or memory. Throws a 503 if too
 * many pictures wait.
 */
export async function processPicture<T>(
  { bytes, open, use, caller, signal }: Processing,
  store: (written: WrittenPicture) => Promise<T>,
): Promise<T> {
  const release = await queue.enter(caller, { signal })
  try {
    return await store(await processes.run({ bytes, use }, open, signal).catch(refuse))
  } finally {
    release()
  }
}
