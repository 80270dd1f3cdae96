import { startInterval } from '@app/chassis/start-interval.ts'
import { type Completion, completeFiles } from './complete-files.ts'

/** The interval is short, because emails about previews wait at most a minute for the thumbnails that this job makes. */
const EVERY_MS = 5_000
const FIRST_MS = 2_000

/**
 * Starts a job that runs every 5 seconds. The job completes the files of previews. Returns a function that stops the job.
 */
export const startCompletion = (completion: Completion): (() => Promise<void>) =>
  startInterval({
    ms: EVERY_MS,
    firstMs: FIRST_MS,
    name: 'completing previews',
    log: completion.log,
    async run(signal) {
      await completeFiles(completion, signal)
    },
  })
