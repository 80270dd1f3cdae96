import { readdir, readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawReport } from '../src/job-process/draw-report.ts'
import { writeReportPdf } from '../src/write-report.ts'
import { examplePicture, examplePost, exampleReport, logo } from './example-report.ts'
import { faultsIn } from './tagged-pdf.ts'

const PROGRAM = '_report-pdf/src/job-process/program.ts'
const REPORTS = 200
const POSTS_MAX = 24

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')

/** Returns the largest memory of the processes that write reports for this process, in megabytes. */
async function peakMemory(): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const peaks = pids.map(async (pid) => {
    const status = await read(`/proc/${pid}/status`)
    const isOurs = status.includes(`PPid:\t${process.pid}\n`) && (await read(`/proc/${pid}/cmdline`)).includes(PROGRAM)
    return isOurs ? Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1_024 : 0
  })
  return Math.max(...(await Promise.all(peaks)))
}

test.runIf(process.platform === 'linux')('200 reports need less than 120 s and 400 MB, as the product writes them', async () => {
  const pictures = await Promise.all(Array.from({ length: POSTS_MAX }, (_, at) => examplePicture(at, 'jpeg')))
  const begun = performance.now()
  let megabytes = 0
  for (let at = 0; at < REPORTS; at += 1) {
    const report = exampleReport({ posts: at % (POSTS_MAX + 1), campaigns: at % 6 })
    const thumbnails = new Map(report.figures.posts.listed.map(({ taskId }, index) => [taskId, pictures[index] ?? logo]))
    const drawing = { report, agency: 'Palmetto Works', color: undefined, caller: 'admin', signal: new AbortController().signal }
    const file = await drawReport({ ...drawing, readPictures: async () => ({ logo, thumbnails }) })
    expect(file.subarray(0, 5).toString()).toBe('%PDF-')
    megabytes = Math.max(megabytes, await peakMemory())
  }
  const seconds = (performance.now() - begun) / 1_000
  process.stdout.write(`${REPORTS} reports: ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB\n`)
  expect(megabytes).toBeGreaterThan(0)
  expect(megabytes).toBeLessThan(400)
  expect(seconds).toBeLessThan(120)
})

test('reports with any texts and lengths conform to PDF/UA-1', async () => {
  const picture = await examplePicture(1)
  const shape = fc.record({
    titles: fc.array(fc.string({ unit: 'grapheme', maxLength: 90 }), { maxLength: 30 }),
    companyName: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }),
    text: fc
      .array(fc.oneof(fc.constantFrom('\n', 'word ', 'longer '), fc.string({ unit: 'grapheme', maxLength: 12 })), { maxLength: 200 })
      .map((parts) => parts.join('')),
    campaigns: fc.nat(50),
    hasBefore: fc.boolean(),
  })
  const property = fc.asyncProperty(shape, async ({ titles, companyName, text, campaigns, hasBefore }) => {
    const report = { ...exampleReport({ posts: 0, campaigns }), companyName, text }
    report.figures.posts.listed = titles.map((title, at) => examplePost(at, titles.length, { title, alternativeText: title }))
    if (!hasBefore) report.figures.before = null
    const data = await buffer(writeReportPdf({ report, agency: companyName, readThumbnail: async () => picture }))
    expect(await faultsIn(data)).toEqual([])
  })
  await fc.assert(property, { numRuns: 25 })
})
