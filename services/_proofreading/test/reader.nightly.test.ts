import { randomBytes } from 'node:crypto'
import { png } from '@app/chassis/testing/pictures.ts'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makePdf } from './make-pdf.ts'
import { design, readPdf, readPicture, textOf } from './read-files.ts'

/** The limit of the reader, and the time for the start of the process. */
const LIMIT_MS = 25_000

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
    const begun = performance.now()
    expect(await readPicture(await make())).toBe(null)
    expect(performance.now() - begun).toBeLessThan(LIMIT_MS)
    const [page] = (await readPicture(design)) ?? []
    expect(page && textOf(page)[0]).toBe('Holiday Open House')
  })
})

it.for([
  ['single black and white pixels', () => noise(1_200, 1)],
  ['black and white squares', () => noise(300, 4)],
] as const)('%s end in time', async ([, make]) => {
  const begun = performance.now()
  const pages = await readPicture(await make())
  expect(performance.now() - begun).toBeLessThan(LIMIT_MS)
  expect(pages === null || pages[0]?.width === 1_200).toBe(true)
})

it.for([
  ['1,000 pages', makePdf(Array.from({ length: 1_000 }, (_, page) => `Page ${page}`)), 100],
  ['a word of 50,000 letters', makePdf(['a'.repeat(50_000)]), 1],
  ['10 MB of text', makePdf(['word '.repeat(2_000_000)]), null],
  ['no PDF file', Buffer.from('%PDF-1.7 nothing'), null],
] as const)('%s end in time', async ([, file, count]) => {
  const begun = performance.now()
  const pages = await readPdf(file)
  expect(performance.now() - begun).toBeLessThan(LIMIT_MS)
  if (count !== null) expect(pages).toHaveLength(count)
  for (const { words } of pages ?? []) expect(words.length).toBeLessThanOrEqual(5_000)
})
