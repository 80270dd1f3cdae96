import type { Box, Word } from '../types.ts'
import { type GreyPicture, openGrey } from './grey-picture.ts'
import { type RecognizedWord, recognizeText } from './recognize-text.ts'

/** A line of a picture to read again. */
export interface LineToRead {
  line: number
  boxes: Box[]
  /** In degrees, clockwise. */
  slope: number
}

/** The words of a line in another reading. */
export interface LineReading {
  line: number
  words: Word[]
}

/** Height of the letters in each further reading, and how much they are blurred. What text recognition confuses depends on both. */
const readings = [
  { letters: 24, blur: 0 },
  { letters: 32, blur: 0 },
  { letters: 44, blur: 1.2 },
] as const
/** How much larger the margin at the ends of a line is. */
const ENDS = 2
/** Only this part of a strip can belong to the line above, or below. */
const EDGE_PART = 3
/** Gap between lines. */
const GAP = 32
const WIDTH_MAX = 1_600
const HEIGHT_MAX = 2_400

/** A line in the picture of all lines, which are one below the other. */
interface Strip {
  line: number
  left: number
  top: number
  scale: number
  offset: number
  pixels: GreyPicture
  /** Height of the line itself, without its margin, in the middle of the strip. */
  band: number
}

const median = (numbers: readonly number[]): number => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

/** Returns the height of a line's letters. The box of a word that is turned is higher. */
const letterHeight = (boxes: readonly Box[], slope: number): number =>
  median(boxes.map(({ width, height }) => Math.max(height / 3, height - width * Math.abs(Math.sin((slope * Math.PI) / 180)))))

/** Returns the area of a line with a margin. At its ends is more space, because the first and the last letter are often not read at all. */
function areaOf({ width, height }: GreyPicture, boxes: readonly Box[], margin: number): Box {
  const left = Math.max(0, Math.min(...boxes.map((box) => box.left)) - ENDS * margin)
  const top = Math.max(0, Math.min(...boxes.map((box) => box.top)) - margin)
  const right = Math.min(width, Math.max(...boxes.map((box) => box.left + box.width)) + ENDS * margin)
  const bottom = Math.min(height, Math.max(...boxes.map((box) => box.top + box.height)) + margin)
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

/** Makes letters dark and their background white, so that its edge is no line. Most pixels of a line are background. */
function onWhite(pixels: Buffer): Buffer {
  const mean = pixels.reduce((sum, value) => sum + value, 0) / pixels.length
  const dark = mean < 128 ? Buffer.from(pixels.map((value) => 255 - value)) : pixels
  const background = dark.toSorted()[Math.floor(dark.length / 2)] ?? 255
  return Buffer.from(dark.map((value) => Math.min(255, Math.round((value * 255) / Math.max(128, background)))))
}

/** A darker pixel is part of a letter. */
const INK = 160

/** Erases what lines above and below left at the upper and lower edge of a strip, up to the next row without ink. */
function eraseEdges(pixels: Buffer, width: number, height: number): void {
  const row = (index: number): Buffer => pixels.subarray(index * width, (index + 1) * width)
  const rows = Array.from({ length: height }, (_, index) => index)
  for (const inwards of [rows, rows.toReversed()]) {
    const free = inwards.slice(0, Math.floor(height / EDGE_PART)).findIndex((index) => row(index).every((value) => value >= INK))
    for (const index of inwards.slice(0, Math.max(0, free))) row(index).fill(255)
  }
}

/** Returns a line that is level, with a margin. The middle of its area stays the middle. */
async function levelLine(picture: GreyPicture, area: Box, slope: number, height: number): Promise<GreyPicture> {
  const cut = await openGrey(picture).extract(area).toColourspace('b-w').raw().toBuffer()
  const flat = { data: cut, width: area.width, height: area.height }
  if (slope === 0) return flat
  const brightness = cut[0] ?? 255
  const { data, info } = await openGrey(flat)
    .rotate(-slope, { background: { r: brightness, g: brightness, b: brightness } })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const band = Math.min(info.height, Math.ceil(height * 2))
  const top = Math.floor((info.height - band) / 2)
  return { data: data.subarray(top * info.width, (top + band) * info.width), width: info.width, height: band }
}

/** Returns a line in another size. */
async function stripOf(
  picture: GreyPicture,
  { line, boxes, slope }: LineToRead,
  { letters, blur }: (typeof readings)[number],
): Promise<Omit<Strip, 'offset'>> {
  const height = Math.max(1, letterHeight(boxes, slope))
  const margin = Math.ceil(height / 2)
  const area = areaOf(picture, boxes, margin)
  const level = await levelLine(picture, area, slope, height)
  const scale = Math.min(letters / height, WIDTH_MAX / level.width)
  const size = { width: Math.max(1, Math.round(level.width * scale)), height: Math.max(1, Math.round(level.height * scale)) }
  const resized = openGrey(level).resize({ ...size, fit: 'fill', kernel: 'cubic' })
  const clear = await (blur > 0 ? resized.blur(blur) : resized).normalise().toColourspace('b-w').raw().toBuffer()
  const data = onWhite(clear)
  eraseEdges(data, size.width, size.height)
  return {
    line,
    left: area.left - (level.width - area.width) / 2,
    top: area.top - (level.height - area.height) / 2,
    scale,
    pixels: { ...size, data },
    band: (slope === 0 ? Math.max(height, area.height - 2 * margin) : height) * scale,
  }
}

/** Returns a word at its place in the picture. */
const placed = ({ text, confidence, left, right, top, bottom }: RecognizedWord, strip: Strip): Word => ({
  text,
  confidence: Math.round(confidence),
  line: strip.line,
  box: {
    left: Math.round(strip.left + (left - GAP) / strip.scale),
    top: Math.round(strip.top + (top - strip.offset) / strip.scale),
    width: Math.round((right - left) / strip.scale),
    height: Math.round((bottom - top) / strip.scale),
  },
})

/** Reads all lines in one size. At the edges of a strip are parts of other lines, which do not count. */
async function readOnce(picture: GreyPicture, lines: readonly LineToRead[], reading: (typeof readings)[number]): Promise<LineReading[]> {
  const strips: Strip[] = []
  let offset = GAP
  for (const line of lines) {
    const strip = await stripOf(picture, line, reading)
    if (offset + strip.pixels.height > HEIGHT_MAX) break
    strips.push({ ...strip, offset })
    offset += strip.pixels.height + GAP
  }
  const width = Math.max(...strips.map(({ pixels }) => pixels.width)) + 2 * GAP
  const all: GreyPicture = { width, height: offset, data: Buffer.alloc(width * offset, 255) }
  for (const { pixels, offset: begin } of strips) {
    for (let row = 0; row < pixels.height; row++)
      pixels.data.copy(all.data, (begin + row) * width + GAP, row * pixels.width, (row + 1) * pixels.width)
  }
  const words = (await recognizeText(all)).flatMap((line) => line.words)
  return strips.map((strip) => ({
    line: strip.line,
    words: words
      .filter(({ top, bottom }) => Math.abs((top + bottom) / 2 - strip.offset - strip.pixels.height / 2) <= strip.band / 2)
      .map((word) => placed(word, strip))
      .sort((one, other) => one.box.left - other.box.left),
  }))
}

/** Reads lines of a picture again, in several sizes. A line that the first reading misread is rarely misread in the same way. */
export async function readLinesAgain(picture: GreyPicture, lines: readonly LineToRead[]): Promise<LineReading[][]> {
  const results: LineReading[][] = []
  for (const reading of readings) results.push(await readOnce(picture, lines, reading))
  return results
}
