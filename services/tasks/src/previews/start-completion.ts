import { startInterval } from '@app/chassis/start-interval.ts'
import { type Completion, completeFiles } from './complete-files.ts'
import { convertTasks } from './convert-tasks.ts'
import { storeThumbnails } from './thumbnail.repository.ts'

/** The interval is short, because emails about previews wait at most a minute for the thumbnails that this job makes. */
const EVERY_MS = 5_000
const FIRST_MS = 2_000

/**
 * Starts a job that runs every 5 seconds. The job completes the files of previews. For tasks of earlier releases, the job also creates
 * missing previews and thumbnails. Returns a function that stops the job.
 */
export const startCompletion = (completion: Completion): (() => Promise<void>) =>
  startInterval({
    ms: EVERY_MS,
    firstMs: FIRST_MS,
    name: 'completing previews',
    log: completion.log,
    async run(signal) {
      const converted = await convertTasks(completion.db, signal)
      if (converted > 0) completion.log.info({ converted }, 'created the previews of tasks from an earlier release')
      await storeThumbnails(completion.db, signal)
      await completeFiles(completion, signal)
    },
  })
