import sharp from 'sharp'
import { expect, it } from 'vitest'
import { hashDistance } from '../src/reader/picture-hash.ts'
import { makePdf } from './make-pdf.ts'
import { design, LOGO_AREA, readPdf, readPicture, textOf } from './read-files.ts'

it('reads a picture: words with places, contrast, colors and the logo', async () => {
  const logo = await sharp(design).extract(LOGO_AREA).png().toBuffer()
  const [page] = (await readPicture(design, logo)) ?? []
  if (!page?.traits) throw new Error('The picture was not read')
  expect(textOf(page)).toEqual(['Holiday Open House', 'Saturday, December 6', 'Call 843-555-0142'])
  expect([page.width, page.height]).toEqual([640, 640])
  const [first] = page.words
  expect(first?.box.left).toBeGreaterThan(40)
  expect(first?.box.top).toBeGreaterThan(45)
  expect(first?.box.top).toBeLessThan(60)
  expect(page.traits.hasLogo).toBe(true)
  expect(page.traits.colors[0]?.color).toMatch(/^#0[0-9a-f]5[0-9a-f]5[0-9a-f]$/)
  const ratios = page.traits.contrasts.map(({ ratio }) => ratio)
  expect(Math.min(...ratios.slice(0, 2))).toBeGreaterThan(6)
  expect(ratios[2]).toBeLessThan(2.2)

  const smaller = await sharp(design).resize(500).jpeg({ quality: 50 }).toBuffer()
  const [copy] = (await readPicture(smaller)) ?? []
  expect(copy?.traits?.hasLogo).toBe(null)
  expect(hashDistance(page.traits.hash, copy?.traits?.hash ?? '0')).toBeLessThanOrEqual(6)
})

it('reads the text of a PDF file, and the picture of a scanned page', async () => {
  const pages = await readPdf(makePdf(['Saturday, December 6', { jpeg: design, width: 640, height: 640 }]))
  expect(pages?.map(textOf)).toEqual([['Saturday, December 6'], ['Holiday Open House', 'Saturday, December 6', 'Call 843-555-0142']])
  expect(pages?.[0]?.words[1]).toMatchObject({ text: 'December', confidence: 100, box: { top: 68, height: 24 } })
})

it('refuses damaged and very large pictures, and then reads the next file', async () => {
  const wide = await sharp({ create: { width: 12_100, height: 1, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  for (const bad of [design.subarray(0, 9_000), Buffer.from('no picture'), wide]) expect(await readPicture(bad)).toBe(null)
  expect(await readPdf(makePdf(['After']))).toMatchObject([{ page: 1, words: [{ text: 'After' }] }])
})
