import { Readable } from 'node:stream'
import { AppError } from '@app/chassis/http/errors.ts'
import { createFairQueue } from '@app/chassis/limits/fair-queue.ts'
import { createJobProcesses, JobProcessEnded } from '@app/chassis/work/job-processes/job-processes.ts'
import type { Job } from '@app/chassis/work/job-processes/messages.ts'
import { currentLocale } from '@app/contracts/format/locale.ts'
import type { MonthlyReport } from '@app/contracts/http/monthly-reports.ts'
import type { ReportInput } from '../write-report.ts'

/** Pictures of a report, in any format. A picture that is missing or damaged becomes a drawing. */
export interface ReportPictures {
  logo: Uint8Array | undefined
  /** By the task of the post. */
  thumbnails: ReadonlyMap<string, Uint8Array>
}

/** A job of the process. Its input are the logo and the thumbnails, one after the other. */
export interface ReportJob extends Job, Pick<ReportInput, 'agency' | 'color'> {
  report: MonthlyReport
  locale: string
  logoBytes: number
  thumbnails: { taskId: string; bytes: number }[]
}

/** Time limit of a job. The process itself has a shorter limit of CPU time. */
const JOB_LIMIT_MS = 30_000
/** Together with a job's time limit and the reading of pictures, this is below the gateway's idle timeout of a minute. */
const WAIT_LIMIT_MS = 15_000
const RETRY_AFTER_SECONDS = 10

const queue = createFairQueue({
  // One process writes several reports per second, and needs up to 384 MB (`program.ts`).
  places: 1,
  placesPerKey: 1,
  waitMs: WAIT_LIMIT_MS,
  waitingPerKeyMax: 10,
  waitingMax: 50,
  refusal: () =>
    new AppError('busy', 'unavailable', 'Many reports are being downloaded at the moment. Please try again shortly.', {
      retryAfter: RETRY_AFTER_SECONDS,
    }),
})

const processes = createJobProcesses<ReportJob, Buffer>({
  program: new URL('./program.ts', import.meta.url),
  jobLimitMs: JOB_LIMIT_MS,
  // The first report of a process takes three times as long as later ones, because the process reads the fonts.
  idleMs: 60_000,
  keptRssBytes: 250 * 1024 * 1024,
  // With its defaults, V8 leaves more garbage in memory.
  execArgv: ['--max-old-space-size=128', '--max-semi-space-size=8', '--heap-growing-percent=80'],
  environment: {
    // libvips must not write decoded pictures to the file system, which is read-only in containers.
    VIPS_DISC_THRESHOLD: '4g',
    // Freed memory returns to the system.
    MALLOC_ARENA_MAX: '1',
    MALLOC_TRIM_THRESHOLD_: '131072',
  },
})

export interface Drawing extends Pick<ReportInput, 'agency' | 'color'> {
  report: MonthlyReport
  /** Called when the report's turn has come, so that few pictures are in memory. */
  readPictures: () => Promise<ReportPictures>
  /** Key of the caller. The process is shared fairly between callers. */
  caller: string
  signal: AbortSignal
}

const notDrawn = (cause: JobProcessEnded): AppError =>
  new AppError('report-not-drawn', 'unavailable', 'We couldn’t create the PDF file. Please try again shortly.', {
    cause,
    retryAfter: RETRY_AFTER_SECONDS,
  })

/**
 * Writes a report as a tagged PDF file in another process, because a report takes 0.1 to 0.3 s of CPU time. Reports are written one after
 * the other. Throws a 503 if too many wait.
 */
export async function drawReport({ report, agency, color, readPictures, caller, signal }: Drawing): Promise<Buffer> {
  const release = await queue.enter(caller, { signal })
  try {
    const { logo, thumbnails } = await readPictures()
    const input = [...(logo ? [logo] : []), ...thumbnails.values()]
    const bytes = input.reduce((sum, { length }) => sum + length, 0)
    const sizes = [...thumbnails].map(([taskId, { length }]) => ({ taskId, bytes: length }))
    const job = { bytes, report, agency, color, locale: currentLocale(), logoBytes: logo?.length ?? 0, thumbnails: sizes }
    return await processes.run(job, async () => Readable.from(input), signal)
  } catch (error) {
    throw error instanceof JobProcessEnded ? notDrawn(error) : error
  } finally {
    release()
  }
}
