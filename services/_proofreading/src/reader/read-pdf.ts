import { open } from '@app/chassis/storage/pictures/library.ts'
import { extractImages, getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import type { ReadPage } from '../job-process/jobs.ts'
import type { Box, Word } from '../types.ts'
import type { ColorPicture } from './grey-picture.ts'
import { readWords, WORDS_MAX } from './read-words.ts'

/** Pages of a longer file are not read. */
const PAGES_MAX = 100
/** Scanned pages are only read among the first pages. */
const SCANNED_PAGES_MAX = 20
/** After this number of words in the whole file, further pages are not read. */
const FILE_WORDS_MAX = 20_000
/** A longer word is cut. */
const WORD_LENGTH_MAX = 1_000
/** After this time, further pages are not read. The process ends later. */
const TIME_MAX_MS = 10_000
/** Larger pictures in a file are skipped. */
const IMAGE_PIXELS_MAX = 20_000_000
/** A scanned page has one picture that covers at least this part of it. */
const SCAN_SHARE_MIN = 0.3
const READ_PIXELS_MAX = 1_600_000

type Document = Awaited<ReturnType<typeof getDocumentProxy>>
type Page = Awaited<ReturnType<Document['getPage']>>
type Matrix = readonly [number, number, number, number, number, number]

/** Returns the matrix that applies `inner` first. */
const multiply = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
]

/** Returns the box around a rectangle of a matrix's own coordinates. */
function boxOf(matrix: Matrix, x: number, width: number, height: number): Box {
  const corners = [x, x + width].flatMap((u) => [0, height].map((v) => [u, v] as const))
  const xs = corners.map(([u, v]) => matrix[0] * u + matrix[2] * v + matrix[4])
  const ys = corners.map(([u, v]) => matrix[1] * u + matrix[3] * v + matrix[5])
  const [left, top] = [Math.round(Math.min(...xs)), Math.round(Math.min(...ys))]
  return { left, top, width: Math.round(Math.max(...xs)) - left, height: Math.round(Math.max(...ys)) - top }
}

/** Returns the words of a page's text. PDF files place whole texts, so the place of a word is that of its letters among all letters. */
async function textOf(page: Page, toPixels: Matrix): Promise<Word[]> {
  const { items } = await page.getTextContent()
  const words: Word[] = []
  let line = 0
  let baseline: number | undefined
  for (const item of items) {
    if (!('str' in item) || words.length >= WORDS_MAX) continue
    const placed = multiply(toPixels, item.transform as unknown as Matrix)
    const size = Math.hypot(item.transform[2], item.transform[3]) || 1
    if (item.str.trim() !== '') {
      if (baseline !== undefined && Math.abs(placed[5] - baseline) > size / 2) line += 1
      baseline = placed[5]
      const unit = Math.hypot(item.transform[0], item.transform[1]) || 1
      const perLetter = item.width / unit / item.str.length
      for (const { 0: text, index } of item.str.slice(0, 50_000).matchAll(/\S+/g)) {
        if (words.length >= WORDS_MAX) break
        words.push({
          text: text.slice(0, WORD_LENGTH_MAX),
          confidence: 100,
          line,
          box: boxOf(placed, index * perLetter, text.length * perLetter, 1),
        })
      }
    }
  }
  return words
}

/** Returns the place of each picture of a page, by the name that the page gives to it. */
async function picturePlaces(page: Page, toPixels: Matrix): Promise<Map<string, Matrix>> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const { OPS } = await getResolvedPDFJS()
  const places = new Map<string, Matrix>()
  const saved: Matrix[] = []
  let current = toPixels
  fnArray.forEach((operation, at) => {
    if (operation === OPS.save) saved.push(current)
    else if (operation === OPS.restore) current = saved.pop() ?? toPixels
    else if (operation === OPS.transform) current = multiply(current, argsArray[at] as Matrix)
    else if (operation === OPS.paintImageXObject) places.set(argsArray[at][0] as string, current)
  })
  return places
}

/** Returns the words of the picture that a scanned page consists of. */
async function scanOf(document: Document, page: Page, number: number, toPixels: Matrix, pagePixels: number): Promise<Word[]> {
  const places = await picturePlaces(page, toPixels)
  if (places.size === 0) return []
  const images = await extractImages(document, number)
  const scan = images.toSorted((a, b) => b.width * b.height - a.width * a.height)[0]
  const place = scan && places.get(scan.key)
  if (!scan || !place) return []
  const area = boxOf(place, 0, 1, 1)
  if (area.width * area.height < SCAN_SHARE_MIN * pagePixels) return []
  const scale = Math.min(1, Math.sqrt(READ_PIXELS_MAX / (scan.width * scan.height)))
  const size = { width: Math.max(1, Math.round(scan.width * scale)), height: Math.max(1, Math.round(scan.height * scale)) }
  const pixels = open(new Uint8Array(scan.data), { raw: { width: scan.width, height: scan.height, channels: scan.channels } })
    .flatten({ background: '#ffffff' })
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb')
  const picture: ColorPicture = { ...size, data: await pixels.raw().toBuffer() }
  const [across, down] = [area.width / size.width, area.height / size.height]
  return (await readWords(picture)).words.map((word) => ({
    ...word,
    box: {
      left: Math.round(area.left + word.box.left * across),
      top: Math.round(area.top + word.box.top * down),
      width: Math.round(word.box.width * across),
      height: Math.round(word.box.height * down),
    },
  }))
}

/**
 * Reads the pages of a PDF file, in points (72 an inch): the text of the file, or the words of a scanned page's picture. Text that is drawn
 * as lines is not read. Throws if pdf.js cannot open the file.
 */
export async function readPdf(input: Buffer): Promise<ReadPage[]> {
  const data = new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
  const document = await getDocumentProxy(data, { maxImageSize: IMAGE_PIXELS_MAX, useWasm: false, stopAtErrors: false, verbosity: 0 })
  try {
    return await readPages(document)
  } finally {
    await document.loadingTask.destroy()
  }
}

async function readPages(document: Document): Promise<ReadPage[]> {
  const begun = performance.now()
  const pages: ReadPage[] = []
  let wordCount = 0
  for (let number = 1; number <= Math.min(PAGES_MAX, document.numPages); number++) {
    if (performance.now() - begun > TIME_MAX_MS || wordCount > FILE_WORDS_MAX) break
    const page = await document.getPage(number)
    const viewport = page.getViewport({ scale: 1 })
    const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)]
    const toPixels = viewport.transform as unknown as Matrix
    const text = await textOf(page, toPixels)
    const isScanned = text.length === 0 && number <= SCANNED_PAGES_MAX
    const words = isScanned ? await scanOf(document, page, number, toPixels, width * height) : text
    pages.push({ page: number, width, height, words })
    wordCount += words.length
    page.cleanup()
  }
  return pages
}
