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

/** The slope from which a line is turned, in degrees. */
const SLOPE_MIN = 1.5

/** Returns the slope of a line, in degrees. Short lines have none. */
function slopeOf(boxes: readonly Box[], height: number): number {
  const [first, last] = [boxes[0], boxes.at(-1)]
  if (!first || !last) return 0
  const across = last.left + last.width / 2 - (first.left + first.width / 2)
  const down = last.top + last.height / 2 - (first.top + first.height / 2)
  return across < 3 * height ? 0 : (Math.atan2(down, across) * 180) / Math.PI
}

/** Returns the area of a line with a margin. */
function areaOf({ width, height }: GreyPicture, boxes: readonly Box[], margin: number): Box {
  const left = Math.max(0, Math.min(...boxes.map((box) => box.left)) - margin)
  const top = Math.max(0, Math.min(...boxes.map((box) => box.top)) - margin)
  const right = Math.min(width, Math.max(...boxes.map((box) => box.left + box.width)) + margin)
  const bottom = Math.min(height, Math.max(...boxes.map((box) => box.top + box.height)) + margin)
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

/** Makes letters dark and their background white. Most pixels of a line are background. */
function onWhite(pixels: Buffer): Buffer {
  const mean = pixels.reduce((sum, value) => sum + value, 0) / pixels.length
  return mean < 128 ? Buffer.from(pixels.map((value) => 255 - value)) : pixels
}

/** Returns a line in another size. */
async function stripOf(
  picture: GreyPicture,
  { line, boxes }: LineToRead,
  { letters, blur }: (typeof readings)[number],
): Promise<Omit<Strip, 'offset'>> {
  const height = middleHeight(boxes)
  const area = areaOf(picture, boxes, Math.ceil(height / 2))
  const slope = slopeOf(boxes, height)
  const brightness = picture.data[area.top * picture.width + area.left] ?? 255
  const cut = await openGrey(picture).extract(area).toColourspace('b-w').raw().toBuffer()
  const flat = openGrey({ data: cut, width: area.width, height: area.height })
  const turned = Math.abs(slope) < SLOPE_MIN ? flat : flat.rotate(-slope, { background: { r: brightness, g: brightness, b: brightness } })
  const { data, info } = await turned.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  const scale = Math.min(letters / height, WIDTH_MAX / info.width)
  const size = { width: Math.max(1, Math.round(info.width * scale)), height: Math.max(1, Math.round(info.height * scale)) }
  const resized = openGrey({ data, width: info.width, height: info.height }).resize({ ...size, fit: 'fill', kernel: 'cubic' })
  const clear = await (blur > 0 ? resized.blur(blur) : resized).normalise().toColourspace('b-w').raw().toBuffer()
  return {
    line,
    left: area.left - (info.width - area.width) / 2,
    top: area.top - (info.height - area.height) / 2,
    scale,
    pixels: { ...size, data: onWhite(clear) },
  }
}

/** The confidence of all words in further readings: what matters is whether they are the same. */
const CONFIDENCE = 90

/** Returns a word at its place in the picture. */
const placed = ({ text, left, right, top, bottom }: RecognizedWord, strip: Strip): Word => ({
  text,
  confidence: CONFIDENCE,
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
