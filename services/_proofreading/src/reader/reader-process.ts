import { JobRefused } from '@app/chassis/work/job-processes/messages.ts'
import { prepareJobs } from '@app/chassis/work/job-processes/serve-jobs.ts'
import type { ReadJob, ReadPage } from './read-job.ts'

/**
 * Program of the reader's process. It decodes hostile files and recognizes their text, so it gets no secrets, and it is killed if it exceeds
 * its limits.
 */

const LIMITS = { cpuMs: 15_000, rssBytes: 300 * 1024 * 1024 }

const serveJobs = prepareJobs<ReadJob, ReadPage[]>()
const { BadFile } = await import('@app/chassis/storage/inspect.ts')

async function read(input: Buffer, { kind, logoBytes }: ReadJob): Promise<ReadPage[]> {
  if (kind === 'pdf') return (await import('./read-pdf.ts')).readPdf(input)
  const end = input.length - logoBytes
  const { readPicture } = await import('./read-picture.ts')
  return [await readPicture(input.subarray(0, end), logoBytes > 0 ? input.subarray(end) : null)]
}

async function run(input: Buffer, job: ReadJob): Promise<ReadPage[]> {
  try {
    return await read(input, job)
  } catch (error) {
    // After another error, the state of the libraries is unknown, so the process ends.
    if (error instanceof BadFile) throw new JobRefused(error.message)
    throw error
  }
}

serveJobs({ limitsOf: () => LIMITS, run })
