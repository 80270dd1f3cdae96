import type { Box, Word } from '../types.ts'
import { evenContrast } from './even-contrast.ts'
import { type ColorPicture, type GreyPicture, luma, openGrey, toGrey } from './grey-picture.ts'
import { mergeLines, missingIn, SURE, sureShare, touching, withMissing, withoutNoise } from './merge-lines.ts'
import { type RecognizedLine, type RecognizedWord, recognizeText } from './recognize-text.ts'

/** Maximum number of words of a picture or a page. */
export const WORDS_MAX = 5_000
/** A picture whose letters are mostly sure needs no further pass. */
const SURE_ENOUGH = 0.85
const WHITE = 200
const BLACK = 40
/** A text covers between these parts of a picture. */
const TEXT_SHARE = { min: 0.001, max: 0.4 }
/** How much better a later pass must have read a line to replace it. The extremes have less of the picture than the first pass had. */
const EXTREMES_BETTER = 1.15
const TURNED_BETTER = 0.9
/** Tesseract itself reads lines with less slope well. */
const ANGLE_MIN = 2.5
const ANGLE_MAX = 20
/** The slope from which a line is not level, and how much the slope of its letters may differ from the slope of its words. */
const SLOPE_MIN = 1.5
const SLOPE_TOLERANCE = 2.5
const SLOPING_LETTERS_MIN = 4
/** A gap that is larger, compared with the height of the words beside it, is between two texts. */
const GAP_MAX = 7
const OTHER_LETTERS_MIN = 3

/** The lowest, or highest, of the three colors separates white, or black, text from a colorful photo better than brightness. */
const lowest = (red: number, green: number, blue: number): number => Math.min(red, green, blue)
const highest = (red: number, green: number, blue: number): number => Math.max(red, green, blue)

const shareOf = ({ data }: GreyPicture, value: number): number => {
  let count = 0
  for (const each of data) if (each === value) count += 1
  return count / data.length
}

/** Fills the places of words that are sure, so that they are not recognized again. */
function eraseSure({ data, width, height }: GreyPicture, lines: readonly RecognizedLine[]): void {
  for (const { confidence, left, right, top, bottom } of lines.flatMap(({ words }) => words)) {
    if (confidence < SURE) continue
    const margin = Math.round((bottom - top) * 0.2)
    const [from, to] = [Math.max(0, Math.floor(left) - margin), Math.min(width, Math.ceil(right) + margin)]
    for (let y = Math.max(0, Math.floor(top) - margin); y < Math.min(height, bottom + margin); y++)
      data.fill(255, y * width + from, y * width + to)
  }
}

/**
 * Returns black text on white, from the parts of the picture that are almost white, or almost black, without the sure words of a first
 * pass that read well. Undefined if that is no text.
 */
async function extremesOf(
  picture: ColorPicture,
  side: 'white' | 'black',
  lines: readonly RecognizedLine[],
): Promise<GreyPicture | undefined> {
  const grey = toGrey(picture, side === 'white' ? lowest : highest)
  const split = openGrey(grey)
    .blur(0.7)
    .threshold(side === 'white' ? WHITE : BLACK)
  const data = await (side === 'white' ? split.negate() : split).toColourspace('b-w').raw().toBuffer()
  const extremes = { ...grey, data }
  if (sureShare(lines) >= SURE_ENOUGH) eraseSure(extremes, lines)
  const share = shareOf(extremes, 0)
  return share >= TEXT_SHARE.min && share <= TEXT_SHARE.max ? extremes : undefined
}

/** Returns the slope that most of the text has, in degrees. */
export function commonAngle(lines: readonly RecognizedLine[]): number {
  const angles = lines.flatMap(({ angle, words }) => words.filter(({ confidence }) => confidence >= SURE).map(() => angle))
  const middle = angles.toSorted((a, b) => a - b)[Math.floor(angles.length / 2)] ?? 0
  const near = angles.filter((angle) => Math.abs(angle - middle) < 2)
  return near.length >= 3 && near.length > angles.length * 0.6 ? middle : 0
}

/** Returns the lines that are turned in another way than most. Lines that are unsure are often patterns of photos. */
export const otherLines = (lines: readonly RecognizedLine[], common: number): RecognizedLine[] =>
  lines.filter(({ angle, words }) => {
    const isOther = Math.abs(angle) >= ANGLE_MIN && Math.abs(angle) <= ANGLE_MAX && Math.abs(angle - common) >= ANGLE_MIN
    return isOther && words.some(({ text, confidence }) => confidence >= SURE && text.length >= OTHER_LETTERS_MIN)
  })

/** Returns the box that a box has before the picture was turned around its center. */
function turnedBack(word: RecognizedWord, angle: number, turned: GreyPicture, picture: GreyPicture): RecognizedWord {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
  const corners = [word.left, word.right].flatMap((x) =>
    [word.top, word.bottom].map((y) => [x - turned.width / 2, y - turned.height / 2] as const),
  )
  const xs = corners.map(([x, y]) => x * cos - y * sin + picture.width / 2)
  const ys = corners.map(([x, y]) => x * sin + y * cos + picture.height / 2)
  return { ...word, left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

/** Reads a picture whose text is turned by `angle`, after turning it back. */
export async function readTurned(picture: GreyPicture, angle: number): Promise<RecognizedLine[]> {
  const background = { r: picture.data[0] ?? 0, g: picture.data[0] ?? 0, b: picture.data[0] ?? 0 }
  const { data, info } = await openGrey(picture)
    .rotate(-angle, { background })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const turned = { data, width: info.width, height: info.height }
  const lines = await recognizeText(turned)
  return lines.map((line) => ({
    angle: angle + line.angle,
    words: line.words.map((word) => turnedBack(word, angle, turned, picture)),
  }))
}

/** Lines from top to bottom. Lines whose middles are at about the same height are ordered from left to right. */
function inReadingOrder(lines: readonly RecognizedLine[]): RecognizedLine[] {
  const placed = lines.map((line) => {
    const top = Math.min(...line.words.map((word) => word.top))
    const bottom = Math.max(...line.words.map((word) => word.bottom))
    return { line, middle: (top + bottom) / 2, height: bottom - top, left: line.words[0]?.left ?? 0 }
  })
  placed.sort((a, b) => a.middle - b.middle)
  const rows: (typeof placed)[] = []
  for (const each of placed) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && each.middle - first.middle < Math.min(first.height, each.height) / 2) row.push(each)
    else rows.push([each])
  }
  return rows.flatMap((row) => row.sort((a, b) => a.left - b.left).map(({ line }) => line))
}

/** Divides a line into the texts that are beside each other, for example on two areas with different backgrounds. */
function textsOfLine({ angle, words }: RecognizedLine): RecognizedLine[] {
  const texts: RecognizedWord[][] = []
  for (const word of words) {
    const last = texts.at(-1)
    const before = last?.at(-1)
    const height = before ? Math.max(before.bottom - before.top, word.bottom - word.top) : 0
    if (last && before && word.left - before.right <= GAP_MAX * height) last.push(word)
    else texts.push([word])
  }
  return texts.map((text) => ({ angle, words: text }))
}

/** Returns the slope of a line. The slope of few letters is inexact: commas and points are lower than letters. */
function slopeOf({ angle, words }: RecognizedLine): number {
  const [first, last] = [words[0], words.at(-1)]
  if (Math.abs(angle) < SLOPE_MIN || !first || !last) return 0
  if (first === last) return first.text.length < SLOPING_LETTERS_MIN ? 0 : angle
  const rise = (last.top + last.bottom - first.top - first.bottom) / 2
  const ofWords = (Math.atan2(rise, (last.left + last.right - first.left - first.right) / 2) * 180) / Math.PI
  return Math.abs(ofWords - angle) > SLOPE_TOLERANCE ? 0 : angle
}

/** Returns the box within the picture, in whole pixels. */
function boxOf(left: number, top: number, right: number, bottom: number, { width, height }: ColorPicture): Box {
  const within = (value: number, max: number): number => Math.min(max, Math.max(0, Math.round(value)))
  const [x, y] = [within(left, width), within(top, height)]
  return { left: x, top: y, width: within(right, width) - x, height: within(bottom, height) - y }
}

interface WordsRead {
  words: Word[]
  /** Words that hardly differ from their background: they are read only with an even contrast, and not well. */
  faint: Word[]
}

/**
 * Reads the words of a picture in several passes: as it is, turned as its lines are, only what is white or black, and with an even contrast.
 * The boxes are in pixels of this picture.
 */
export async function readWords(picture: ColorPicture): Promise<WordsRead> {
  const grey = toGrey(picture, luma)
  let lines = withoutNoise(await recognizeText(grey))
  const angle = commonAngle(lines)
  const isTurned = Math.abs(angle) >= ANGLE_MIN && Math.abs(angle) <= ANGLE_MAX
  if (isTurned) lines = mergeLines(lines, withoutNoise(await readTurned(grey, angle)), TURNED_BETTER)
  const others = otherLines(lines, isTurned ? angle : 0)
  const [other] = others
  if (other) lines = mergeLines(lines, touching(withoutNoise(await readTurned(grey, other.angle)), others), TURNED_BETTER)
  const white = await extremesOf(picture, 'white', lines)
  if (white) lines = mergeLines(lines, withoutNoise(await recognizeText(white)), EXTREMES_BETTER)
  const black = sureShare(lines) < SURE_ENOUGH ? await extremesOf(picture, 'black', lines) : undefined
  if (black) lines = mergeLines(lines, withoutNoise(await recognizeText(black)), EXTREMES_BETTER)
  const even = await evenContrast(grey)
  const evened = withoutNoise(isTurned ? await readTurned(even, angle) : await recognizeText(even))
  const faint = missingIn(lines, evened)
  lines = withMissing(lines, faint)
  const wordsOf = (all: readonly RecognizedLine[]): Word[] =>
    inReadingOrder(all.flatMap(textsOfLine)).flatMap((recognized, line) => {
      const slope = Math.round(slopeOf(recognized) * 10) / 10
      return recognized.words.map(({ text, confidence, left, top, right, bottom }) => ({
        text,
        confidence: Math.round(confidence),
        line,
        box: boxOf(left, top, right, bottom, picture),
        ...(slope !== 0 && { slope }),
      }))
    })
  return { words: wordsOf(lines).slice(0, WORDS_MAX), faint: wordsOf(missingIn(lines, faint)).slice(0, WORDS_MAX) }
}
