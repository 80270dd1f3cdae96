import { deserialize } from 'node:v8'
import { JobRefused } from '@app/chassis/work/job-processes/messages.ts'
import { prepareJobs } from '@app/chassis/work/job-processes/serve-jobs.ts'
import type { CheckerJob, Comparison, JobResult } from './jobs.ts'

/**
 * Program of the checker's process. It decodes hostile files, recognizes their text and compares it, so it gets no secrets, and it is killed
 * if it exceeds its limits.
 */

const CPU_MS = { picture: 10_000, pdf: 15_000, lines: 15_000, comparison: 10_000 } as const
const RSS_BYTES = 300 * 1024 * 1024

const serveJobs = prepareJobs<CheckerJob, JobResult>()
const { BadFile } = await import('@app/chassis/storage/inspect.ts')

/** Each kind of job loads its own libraries, when the first one of its kind comes. */
async function act(input: Buffer, job: CheckerJob): Promise<JobResult> {
  if (job.kind === 'comparison') {
    const comparison: Comparison = deserialize(input)
    return (await import('./compare.ts')).compare(comparison)
  }
  if (job.kind === 'pdf') return { pages: await (await import('../reader/read-pdf.ts')).readPdf(input) }
  const { readPicture, readPictureAgain } = await import('../reader/read-picture.ts')
  if (job.kind === 'lines') return { readings: await readPictureAgain(input, job.lines) }
  const end = input.length - job.logoBytes
  return { pages: [await readPicture(input.subarray(0, end), job.logoBytes > 0 ? input.subarray(end) : null)] }
}

async function run(input: Buffer, job: CheckerJob): Promise<JobResult> {
  try {
    return await act(input, job)
  } catch (error) {
    // After another error, the state of the libraries is unknown, so the process ends.
    if (error instanceof BadFile) throw new JobRefused(error.message)
    throw error
  }
}

serveJobs({ limitsOf: (_, { kind }) => ({ cpuMs: CPU_MS[kind], rssBytes: RSS_BYTES }), run })
