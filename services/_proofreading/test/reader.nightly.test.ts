import { randomBytes } from 'node:crypto'
import { png } from '@app/chassis/testing/pictures.ts'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makePdf } from './make-pdf.ts'
import { checkerCpuSeconds, design, readPdf, readPicture, textOf } from './read-files.ts'

/** The largest limit of the reader is 15 s. The rest is the start of the process, and what it needs until it notices the limit. */
const LIMIT_CPU_SECONDS = 20

/** Runs `read`, and expects that the checker needs at most the limit. Counts CPU time, because the checker waits while others work. */
async function withinLimit<T>(read: () => Promise<T>): Promise<T> {
  const before = checkerCpuSeconds()
  const result = await read()
  expect(checkerCpuSeconds() - before).toBeLessThan(LIMIT_CPU_SECONDS)
  return result
}

async function noise(side: number, scale: number): Promise<Buffer> {
  const data = randomBytes(side * side).map((value) => (value < 128 ? 0 : 255))
  return sharp(data, { raw: { width: side, height: side, channels: 1 } })
    .resize(side * scale, side * scale, { kernel: 'nearest' })
    .png()
    .toBuffer()
}

const bomb =
  '<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="200"/></filter>' +
  `${'<rect width="4000" height="4000" filter="url(#f)"/>'.repeat(50)}</svg>`

const unreadable: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
  'a picture of 30,000 × 30,000 pixels': () => png({ width: 30_000, height: 30_000 }),
  'a picture whose end is missing': () => design.subarray(0, 12_000),
  'a drawing that needs much time': () => Buffer.from(bomb),
}

describe.for(Object.entries(unreadable))('%s', ([, make]) => {
  it('ends in time, and the next picture is read', async () => {
    const picture = await make()
    expect(await withinLimit(() => readPicture(picture))).toBe(null)
    const [page] = (await readPicture(design)) ?? []
    expect(page && textOf(page)[0]).toBe('Holiday Open House')
  })
})

it.for([
  ['single black and white pixels', () => noise(1_200, 1)],
  ['black and white squares', () => noise(300, 4)],
] as const)('%s end in time', async ([, make]) => {
  const picture = await make()
  const pages = await withinLimit(() => readPicture(picture))
  expect(pages === null || pages[0]?.width === 1_200).toBe(true)
})

it.for([
  ['1,000 pages', makePdf(Array.from({ length: 1_000 }, (_, page) => `Page ${page}`)), 100],
  ['a word of 50,000 letters', makePdf(['a'.repeat(50_000)]), 1],
  ['10 MB of text', makePdf(['word '.repeat(2_000_000)]), null],
  ['no PDF file', Buffer.from('%PDF-1.7 nothing'), null],
] as const)('%s end in time', async ([, file, count]) => {
  const pages = await withinLimit(() => readPdf(file))
  if (count !== null) expect(pages).toHaveLength(count)
  for (const { words } of pages ?? []) expect(words.length).toBeLessThanOrEqual(5_000)
})
