import { PICTURE_DAMAGED } from '@app/contracts/rules/files.ts'
import { JobRefused } from '../../work/job-processes/messages.ts'
import { prepareJobs } from '../../work/job-processes/serve-jobs.ts'
import type { UsageLimits } from '../../work/job-processes/watch-usage.ts'
import { BadFile } from '../inspect.ts'
import type { PictureJob, WrittenPicture } from './job.ts'

/** Program of a picture process. It decodes hostile pictures, so it gets no secrets, and it is killed if it exceeds its limits. */

const RSS_MAX_BYTES = 512 * 1024 * 1024
/** Limits of CPU time. A small SVG picture can describe much work. Real ones are drawn within a second. */
const CPU_MAX_MS = { picture: 20_000, drawing: 3_000 }

const limitsOf = (input: Buffer): UsageLimits => ({
  cpuMs: /^\uFEFF?\s*</.test(input.toString('utf8', 0, 100)) ? CPU_MAX_MS.drawing : CPU_MAX_MS.picture,
  rssBytes: RSS_MAX_BYTES,
})

const serveJobs = prepareJobs<PictureJob, WrittenPicture>()
const { rewritePicture } = await import('./rewrite-picture.ts')
const { checkPicture, scalePicture } = await import('./scale-picture.ts')

function write(input: Buffer, { use }: PictureJob): Promise<WrittenPicture> {
  if (use === 'copies') return scalePicture(input)
  return use === 'check' ? checkPicture(input) : rewritePicture(input, use)
}

async function run(input: Buffer, job: PictureJob): Promise<WrittenPicture> {
  try {
    return await write(input, job)
  } catch (error) {
    throw new JobRefused(error instanceof BadFile ? error.message : PICTURE_DAMAGED)
  }
}

serveJobs({ limitsOf, run })
