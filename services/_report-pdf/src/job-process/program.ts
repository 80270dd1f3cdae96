import { buffer } from 'node:stream/consumers'
import { prepareJobs } from '@app/chassis/work/job-processes/serve-jobs.ts'
import { setLocale } from '@app/contracts/format/locale.ts'
import type { ReportJob } from './draw-report.ts'

/**
 * Program of the process that writes reports. It decodes pictures that users uploaded, so it gets no secrets, and it is killed if it
 * exceeds its limits.
 */

const LIMITS = { cpuMs: 20_000, rssBytes: 384 * 1024 * 1024 }

const serveJobs = prepareJobs<ReportJob, Buffer>()
const { writeReportPdf } = await import('../write-report.ts')

function run(input: Buffer, { report, agency, color, locale, logoBytes, thumbnails }: ReportJob): Promise<Buffer> {
  setLocale(locale)
  const pictures = new Map<string, Buffer>()
  let at = logoBytes
  for (const { taskId, bytes } of thumbnails) {
    pictures.set(taskId, input.subarray(at, at + bytes))
    at += bytes
  }
  const logo = logoBytes > 0 ? input.subarray(0, logoBytes) : undefined
  return buffer(writeReportPdf({ report, agency, color, logo, readThumbnail: async ({ taskId }) => pictures.get(taskId) }))
}

serveJobs({ limitsOf: () => LIMITS, run })
