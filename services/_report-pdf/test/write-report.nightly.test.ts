import { fork } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeReportPdf } from '../src/write-report.ts'
import { examplePicture, examplePost, exampleReport } from './example-report.ts'
import { faultsIn } from './tagged-pdf.ts'

/** The flags of V8 in the image. By default, V8 leaves more garbage in memory. */
const PRODUCTION = { execArgv: ['--max-semi-space-size=8', '--heap-growing-percent=80'] }

test('200 reports need less than 120 s of CPU time and 400 MB', async () => {
  const child = fork(new URL('reports-child.ts', import.meta.url), ['200'], PRODUCTION)
  const [used] = await once(child, 'message')
  child.disconnect()
  expect(used.seconds).toBeLessThan(120)
  expect(used.megabytes).toBeLessThan(400)
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
