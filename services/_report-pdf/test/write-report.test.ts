import { buffer } from 'node:stream/consumers'
import type { MonthlyReport } from '@app/contracts/http/monthly-reports.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawReport } from '../src/job-process/draw-report.ts'
import { lookOf, styles } from '../src/pdf/look.ts'
import { toLogo } from '../src/pdf/pictures.ts'
import { Sheet } from '../src/pdf/sheet.ts'
import { TaggedDocument } from '../src/pdf/tagged-document.ts'
import { layOutText } from '../src/text/lay-out-text.ts'
import { type ReportInput, writeReportPdf } from '../src/write-report.ts'
import { emptyReport, examplePicture, examplePost, exampleReport, logo } from './example-report.ts'
import { faultsIn, readAloud } from './tagged-pdf.ts'

const write = (report: MonthlyReport, input: Partial<ReportInput> = {}): Promise<Buffer> =>
  buffer(writeReportPdf({ report, agency: 'Palmetto Works', readThumbnail: () => examplePicture(1), ...input }))

function reportWithTitles(...texts: string[]): MonthlyReport {
  const report = exampleReport({ posts: 0 })
  report.figures.posts.listed = texts.map((title, at) => examplePost(at, texts.length, { title }))
  return report
}

const replaced = (data: Buffer, from: string, to: string): Buffer => Buffer.from(data.toString('latin1').replaceAll(from, to), 'latin1')

describe('the file conforms to PDF/UA-1', () => {
  test('with a logo, a color, and posts and campaigns on several pages', async () => {
    const report = { ...exampleReport({ posts: 7, campaigns: 40 }), number: 2 }
    expect(await faultsIn(await write(report, { logo, color: '#ffd400' }))).toEqual([])
  })

  test('of a month without anything', async () => {
    expect(await faultsIn(await write(emptyReport()))).toEqual([])
  })

  test('with names in all directions and scripts, without a title, and with pictures that are missing', async () => {
    const report = reportWithTitles(
      'مطعم البحر يفتح اليوم 12:30',
      'שלום (עולם) abc',
      '福林餐厅 안녕',
      '🎉 👨‍👩‍👧 🇺🇸',
      '',
      '𝗕𝗼𝗹𝗱 → ✦ \u0000',
    )
    report.companyName = 'Nguyễn & <Söhne> مطعم'
    expect(await faultsIn(await write(report, { readThumbnail: async () => undefined }))).toEqual([])
  })
})

test.each([
  ['/Alt (', '/Xlt (', 'page 1: a Figure has no alternative text'],
  ['/Contents (', '/Xontents (', 'page 1: a link has no description'],
  ['/StructParent ', '/XtructParent ', 'a link is not in the structure'],
  ['/Scope /Row', '/Xcope /Row', 'a heading of a table has no scope'],
  ['/S /TH', '/S /TD', 'page 1: a row of a table has no heading'],
  ['/S /H2', '/S /H3', 'the heading H3 follows H1'],
  ['/Lang (en-US)', '/Xang (en-US)', 'the language is not set'],
  ['<pdfuaid:part>1', '<pdfuaid:part>2', 'the metadata do not say PDF/UA-1'],
  ['/DisplayDocTitle true', '/XisplayDocTitle true', 'the title is not displayed'],
  ['/Marked true', '/Xarked true', 'the document is not marked'],
  ['/FontFile2', '/XontFile2', 'page 1: the font'],
  ['/Tabs /S', '/Xabs /S', 'the tab order'],
])('the check finds a file with %s replaced', async (from, to, fault) => {
  const data = await write(exampleReport({ posts: 1, campaigns: 1 }))
  expect(await faultsIn(replaced(data, from, to))).toContainEqual(expect.stringContaining(fault))
})

test('the check finds text that is not tagged', async () => {
  const document = new TaggedDocument({ title: 'Title', author: 'Author', language: 'en-US', createdAt: new Date(0) })
  const sheet = new Sheet(document, lookOf(undefined))
  sheet.addText(document.root, 'H1', 'Tagged', styles.title)
  for (const line of layOutText('Untagged', 200, styles.body)) sheet.drawLine(line, 200, styles.body)
  document.root.end()
  document.end()
  expect(await faultsIn(await buffer(document))).toEqual(['page 1: “Untagged” is not tagged'])
})

test('screen readers read the report in its order', async () => {
  const report = exampleReport({ posts: 2, campaigns: 1 })
  report.text = 'Thank you for October.'
  const lines = await readAloud(await write(report, { logo }))
  expect(lines.slice(0, 16)).toEqual([
    'Figure: Logo of Harbor & Pine Bakery',
    'P: Palmetto Works',
    'H1: What we did for you in October 2026',
    'P: Harbor & Pine Bakery',
    'P: Thank you for October.',
    'P: Posts',
    'P: 2',
    'P: 5 fewer than in September (-71%)',
    'P: Emails sent',
    'P: 812',
    'P: 838 fewer than in September (-51%)',
    'P: Customers',
    'P: 212',
    'P: 7 more than in September (+3%)',
    'H2: Content',
    'Figure: Chart: Posts by week in October 2026. Posts: 1 – 3: 1; 4 – 10: 0; 11 – 17: 1; 18 – 24: 0; 25 – 31: 0.',
  ])
  const posts = lines.slice(lines.indexOf('H2: What we posted'), lines.indexOf('H2: Email campaigns'))
  expect(posts).toEqual([
    'H2: What we posted',
    'Figure: A plate of shrimp and grits on a wooden table',
    'P: Thu, Oct 1, 2026',
    'P: Fall menu is here',
    'Link: Open “Fall menu is here” on Instagram',
    'Link: Open “Fall menu is here” on Facebook',
    'Figure: Picture of “Meet our baker Rosa”',
    'P: Fri, Oct 16, 2026',
    'P: Meet our baker Rosa',
    'Link: Open “Meet our baker Rosa” on X',
  ])
  expect(lines).toContain(
    'Figure: Chart: Emails sent, opened and clicked. October: Sent: 812; Opened: 402; Clicked: 61. September: Sent: 1,650; Opened: 700; Clicked: 88.',
  )
})

test('the same report gives the same bytes', async () => {
  const report = exampleReport({ posts: 2 })
  expect(await write(report, { logo })).toEqual(await write(report, { logo }))
})

test('pictures of any format become JPEG, and damaged ones a placeholder with their alternative text', async () => {
  const report = reportWithTitles('WebP', 'PNG', 'Damaged', 'Not a picture')
  const webp = await examplePicture(1, 'webp')
  const files = [webp, await examplePicture(2, 'png'), webp.subarray(0, 400), Buffer.from('%PDF-1.7')]
  const data = await write(report, { readThumbnail: async ({ taskId }) => files[Number(taskId.slice('task-'.length))] })
  expect(data.toString('latin1').split('/Filter /DCTDecode')).toHaveLength(3)
  expect(data.toString('latin1')).not.toContain('WEBP')
  expect(await readAloud(data)).toContain('Figure: Picture of “Not a picture”')
})

test('a logo for dark grounds gets one', async () => {
  const logoIn = (color: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><circle cx="30" cy="30" r="20" fill="${color}"/></svg>`)
  const corner = async (file: Buffer) => {
    const picture = await toLogo(file, 90, 60, '#112233')
    return picture && [...(await sharp(picture.data).raw().toBuffer()).subarray(0, 3)]
  }
  expect([await corner(logoIn('#fffdf5')), await corner(logoIn('#b4432f'))]).toEqual([
    [0x11, 0x22, 0x33],
    [255, 255, 255],
  ])
})

test('if a picture cannot be read, the stream ends with the error', async () => {
  const readThumbnail = () => Promise.reject(new Error('the store is down'))
  await expect(write(exampleReport({ posts: 1 }), { readThumbnail })).rejects.toThrow('the store is down')
})

describe('another process writes the file', () => {
  const drawing = { report: exampleReport({ posts: 1 }), agency: 'Palmetto Works', color: undefined, caller: 'owner' }

  test('with pictures and without, as this one would', async () => {
    const { signal } = new AbortController()
    const picture = await examplePicture(1)
    const readPictures = async () => ({ logo, thumbnails: new Map([['task-0', picture]]) })
    const expected = await write(drawing.report, { logo, readThumbnail: async () => picture })
    expect((await drawReport({ ...drawing, readPictures, signal })).equals(expected)).toBe(true)
    const without = await drawReport({ ...drawing, readPictures: async () => ({ logo: undefined, thumbnails: new Map() }), signal })
    expect(without.equals(await write(drawing.report, { readThumbnail: async () => undefined }))).toBe(true)
  })

  test('one after the other; callers who leave stop waiting, and too many get 503', async () => {
    const leaving = new AbortController()
    const pictures = Promise.withResolvers<never>()
    const all = Array.from({ length: 12 }, () => drawReport({ ...drawing, readPictures: () => pictures.promise, signal: leaving.signal }))
    await expect(all.at(-1)).rejects.toMatchObject({ code: 'busy', kind: 'unavailable', details: { retryAfter: 10 } })
    leaving.abort(new Error('left'))
    pictures.reject(new Error('left'))
    for (const one of all.slice(0, -1)) await expect(one).rejects.toThrow('left')
  })
})
