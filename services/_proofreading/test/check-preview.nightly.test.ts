import { randomBytes } from 'node:crypto'
import { png } from '@app/chassis/testing/pictures.ts'
import type { ContentKind } from '@app/contracts/rules/previews.ts'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { checkPreview } from '../src/check-preview.ts'
import { makePdf } from './make-pdf.ts'
import { design, sourceOf } from './read-files.ts'
import { subjectWith } from './subject.ts'

/** The limits of reading and of comparing, and the time for the start of the process. */
const LIMIT_MS = 45_000
const { signal } = new AbortController()

const noise = (side: number): Promise<Buffer> =>
  sharp(
    randomBytes(side * side).map((value) => (value < 128 ? 0 : 255)),
    { raw: { width: side, height: side, channels: 1 } },
  )
    .png()
    .toBuffer()

const hostile: Readonly<Record<string, [kind: ContentKind, make: () => Promise<Buffer> | Buffer, isUnchecked: boolean | undefined]>> = {
  'a picture of 30,000 × 30,000 pixels': ['image', () => png({ width: 30_000, height: 30_000 }), true],
  'single black and white pixels': ['image', () => noise(1_200), undefined],
  'a PDF file of 1,000 pages': [
    'pdf',
    () => makePdf(Array.from({ length: 1_000 }, (_, page) => `Call 843-555-${page}, Saturday 12/6`)),
    false,
  ],
  'a PDF file with 10 MB of text': ['pdf', () => makePdf(['Saturday 12/6 recieve '.repeat(500_000)]), undefined],
  'a PDF file with a word of 50,000 letters': ['pdf', () => makePdf(['a'.repeat(50_000)]), false],
}

it.for(Object.entries(hostile))('%s ends in time, and the other file is checked', async ([, [kind, make, expected]]) => {
  const bytes = await make()
  const file = { width: null, height: null, alternativeText: 'A card' }
  const begun = performance.now()
  const { findings, uncheckedFiles } = await checkPreview({
    ...subjectWith({ caption: 'Saturday 12/6 '.repeat(350) }),
    files: [
      { ...file, position: 1, kind, sources: [sourceOf(bytes)] },
      { ...file, position: 2, kind: 'image', sources: [sourceOf(design)] },
    ],
    signal,
  })
  expect(performance.now() - begun).toBeLessThan(LIMIT_MS)
  expect(findings.length).toBeLessThanOrEqual(50)
  expect(findings.length).toBeGreaterThan(0)
  if (expected !== undefined) expect(uncheckedFiles).toEqual(expected ? [1] : [])
})

it('a caption, a brief and texts of ten megabytes end in time', async () => {
  const text = Array.from({ length: 350_000 }, (_, at) => `Saturday ${1 + (at % 12)}/${1 + (at % 28)} for $4 recieve `).join('')
  const subject = subjectWith({ caption: text, brief: { headline: text, description: text }, earlierTexts: [text.slice(0, 1_000_000)] })
  const begun = performance.now()
  const { findings } = await checkPreview({ ...subject, files: [], signal })
  expect(performance.now() - begun).toBeLessThan(LIMIT_MS)
  expect(findings).toHaveLength(50)
})
