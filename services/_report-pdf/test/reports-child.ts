import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { devNull } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { writeReportPdf } from '../src/write-report.ts'
import { examplePicture, exampleReport, logo } from './example-report.ts'

// Writes reports in a separate process, to measure its memory and CPU time. Usage: `reports-child.ts <number of reports>`.
const POSTS_MAX = 24
const thumbnails = await Promise.all(Array.from({ length: POSTS_MAX }, (_, at) => examplePicture(at)))
const before = process.cpuUsage()
for (let at = 0; at < Number(process.argv[2]); at += 1) {
  const report = exampleReport({ posts: at % POSTS_MAX, campaigns: at % 6 })
  const readThumbnail = async ({ taskId }: { taskId: string }) => thumbnails[Number(taskId.slice('task-'.length))]
  await pipeline(writeReportPdf({ report, agency: 'Palmetto Works', logo, readThumbnail }), createWriteStream(devNull))
}
const { user, system } = process.cpuUsage(before)
process.send?.({ seconds: (user + system) / 1e6, megabytes: process.resourceUsage().maxRSS / 1024 })
await once(process, 'disconnect')
