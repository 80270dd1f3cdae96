import type { Box, Word } from '../types.ts'
import { type GreyPicture, openGrey } from './grey-picture.ts'
import { type RecognizedWord, recognizeText } from './recognize-text.ts'

/** A line of a picture to read again. */
export interface LineToRead {
  line: number
  boxes: Box[]
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
}

function middleHeight(boxes: readonly Box[]): number {
  const heights = boxes.map(({ height }) => height).sort((one, other) => one - other)
  return Math.max(1, heights[Math.floor(heights.length / 2)] ?? 1)
}

/** Returns a line in another size, with dark letters on white. */
async function stripOf(
  picture: GreyPicture,
  { line, boxes }: LineToRead,
  { letters, blur }: (typeof readings)[number],
): Promise<Omit<Strip, 'offset'>> {
  const height = middleHeight(boxes)
  const margin = Math.ceil(height / 2)
  const left = Math.max(0, Math.min(...boxes.map((box) => box.left)) - margin)
  const top = Math.max(0, Math.min(...boxes.map((box) => box.top)) - margin)
  const right = Math.min(picture.width, Math.max(...boxes.map((box) => box.left + box.width)) + margin)
  const bottom = Math.min(picture.height, Math.max(...boxes.map((box) => box.top + box.height)) + margin)
  const area = { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
  const scale = Math.min(letters / height, WIDTH_MAX / area.width)
  const size = { width: Math.max(1, Math.round(area.width * scale)), height: Math.max(1, Math.round(area.height * scale)) }
  const cut = openGrey(picture).extract(area)
  const { channels } = await cut.clone().stats()
  const resized = cut.resize({ ...size, fit: 'fill', kernel: 'cubic' })
  const clear = (blur > 0 ? resized.blur(blur) : resized).normalise()
  const isDark = (channels[0]?.mean ?? 255) < 128
  const data = await (isDark ? clear.negate() : clear).toColourspace('b-w').raw().toBuffer()
  return { line, left, top, scale, pixels: { ...size, data } }
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
      .filter(({ top, bottom }) => (top + bottom) / 2 >= strip.offset && (top + bottom) / 2 < strip.offset + strip.pixels.height)
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
