import type { Readable } from 'node:stream'
import { createJobProcesses, JobProcessEnded } from '@app/chassis/work/job-processes/job-processes.ts'
import type { CheckerJob, JobResult } from './jobs.ts'

const processes = createJobProcesses<CheckerJob, JobResult>({
  program: new URL('./program.ts', import.meta.url),
  // The limits of CPU time end a job after 15 s. On a busy machine, that takes longer, and the file is not to blame.
  jobLimitMs: 60_000,
  // A program that computes at the usual priority makes the p99 of lists on two cores 1.4 times as long.
  whenIdle: true,
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

/** A process that ends earlier was perhaps killed by the system, so that its job is repeated. */
const EARLY_MS = 2_000

async function run(job: CheckerJob, open: () => Promise<Readable>, signal: AbortSignal): Promise<JobResult> {
  // The start of a process may take long on a busy machine.
  let begun = 0
  const openOnce = (): Promise<Readable> => {
    begun = performance.now()
    return open()
  }
  try {
    return await processes.run(job, openOnce, signal)
  } catch (error) {
    if (!(error instanceof JobProcessEnded) || performance.now() - begun > EARLY_MS) throw error
    return processes.run(job, open, signal)
  }
}

/** Only one job runs at a time, because a job uses one core, and so that there is only one process. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a job in the checker's process after the jobs before it. Throws a `JobRefused` for a damaged file, and a `JobProcessEnded` if the job
 * exceeds a limit. `open` may be called twice.
 */
export function runJob(job: CheckerJob, open: () => Promise<Readable>, signal: AbortSignal): Promise<JobResult> {
  const running = last.then(() => {
    signal.throwIfAborted()
    return run(job, open, signal)
  })
  last = running.catch(() => {})
  return running
}
