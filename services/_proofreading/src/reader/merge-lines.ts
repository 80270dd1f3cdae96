import type { RecognizedLine, RecognizedWord } from './recognize-text.ts'

/** Words below this confidence are mostly patterns of the background. */
const CONFIDENCE_MIN = 30
const SIGN_CONFIDENCE_MIN = 60
/** From this confidence, a word is sure. */
export const SURE = 80
/** Two words are the same place of the picture if they share this part of the smaller one. */
const SHARED_MIN = 0.3

const lettersIn = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/** How well words were recognized: the sum of their letters, weighted by confidence. Guesses count less than nothing. */
const worthOf = (words: readonly RecognizedWord[]): number =>
  words.reduce((sum, { text, confidence }) => sum + (lettersIn(text) || 0.2) * (confidence - 50), 0)

/** Whether two words are at the same place. */
function overlap(a: RecognizedWord, b: RecognizedWord): boolean {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  if (width <= 0 || height <= 0) return false
  const smaller = Math.min((a.right - a.left) * (a.bottom - a.top), (b.right - b.left) * (b.bottom - b.top))
  return width * height >= SHARED_MIN * smaller
}

/** Signs that stand alone matter between words, such as a dash between two times. */
const isWord = ({ text, confidence }: RecognizedWord): boolean =>
  /[\p{L}\p{N}]/u.test(text) ? confidence >= CONFIDENCE_MIN : /^[-–—&+@/$%]$/.test(text) && confidence >= SIGN_CONFIDENCE_MIN

/** A single letter is mostly a shape, for example of a logo. */
function isText(words: readonly RecognizedWord[]): boolean {
  const text = words.map((word) => word.text).join('')
  return lettersIn(text) > 1 || /\p{N}/u.test(text)
}

/** Returns the lines without words that are no text. */
export function withoutNoise(lines: readonly RecognizedLine[]): RecognizedLine[] {
  return lines
    .map((line) => ({
      ...line,
      words: line.words.filter(isWord),
    }))
    .filter(({ words }) => isText(words))
}

/** Returns the lines that are at the place of one of the others. */
export const touching = (lines: readonly RecognizedLine[], others: readonly RecognizedLine[]): RecognizedLine[] =>
  lines.filter(({ words }) => words.some((word) => others.some((other) => other.words.some((each) => overlap(word, each)))))

/**
 * Merges lines that several passes found. Where lines of two passes overlap, only the side that was recognized better stays: a line of one
 * pass is compared with all lines of the other that it overlaps. The second pass must be better by the factor `better`.
 */
export function mergeLines(first: readonly RecognizedLine[], second: readonly RecognizedLine[], better: number): RecognizedLine[] {
  const kept = new Set(first)
  for (const line of second) {
    const rivals = [...kept].filter(({ words }) => words.some((word) => line.words.some((other) => overlap(word, other))))
    const rivalWorth = rivals.reduce((sum, { words }) => sum + Math.max(0, worthOf(words)), 0)
    if (rivals.length > 0 && rivalWorth * better >= worthOf(line.words)) continue
    for (const rival of rivals) kept.delete(rival)
    kept.add(line)
  }
  return [...kept]
}

/** Returns the share of letters that were recognized with confidence, from 0 to 1. Without any letter, it is 0. */
export function sureShare(lines: readonly RecognizedLine[]): number {
  const words = lines.flatMap((line) => line.words)
  const all = words.reduce((sum, { text }) => sum + lettersIn(text), 0)
  const sure = words.reduce((sum, { text, confidence }) => sum + (confidence >= SURE ? lettersIn(text) : 0), 0)
  return all === 0 ? 0 : sure / all
}

/** The confidence from which a word counts that only a later pass found: within a line that is known, and alone. */
const WITHIN_MIN = 60
/** The confidence of single letters within a known line. Most of them are shapes beside the text. */
const LETTER_WITHIN_MIN = 80
const ALONE = { best: 88, others: 75, letters: 5 }

/** A box often reaches into the next line, by this part of its height. */
const EDGE = 0.15

/** Whether the middle of a word is within the height of another one, without its edges. */
function isBeside({ top, bottom }: RecognizedWord, other: RecognizedWord): boolean {
  const edge = EDGE * (other.bottom - other.top)
  const middle = (top + bottom) / 2
  return middle > other.top + edge && middle < other.bottom - edge
}

const isSamePlace = (word: RecognizedWord, other: RecognizedWord): boolean =>
  overlap(word, other) && (isBeside(word, other) || word.text === other.text)

/** Whether a word is within the height of a line. */
const isWithin = (word: RecognizedWord, { words }: RecognizedLine): boolean =>
  words.some((other) => isBeside(word, other) && word.bottom - word.top < 1.5 * (other.bottom - other.top))

const isClearWithin = ({ text, confidence }: RecognizedWord): boolean =>
  confidence >= (/^\p{L}$/u.test(text) ? LETTER_WITHIN_MIN : WITHIN_MIN)

/** Whether a line that only one pass found is text. Patterns of photos look like single letters. */
const isClear = ({ words }: RecognizedLine): boolean =>
  words.some(({ confidence }) => confidence >= ALONE.best) &&
  words.reduce((sum, { text, confidence }) => sum + (confidence >= ALONE.others ? lettersIn(text) : 0), 0) >= ALONE.letters

/** Returns the words of a further pass that the lines lack. */
export function missingIn(lines: readonly RecognizedLine[], further: readonly RecognizedLine[]): RecognizedLine[] {
  const known = lines.flatMap(({ words }) => words)
  return further
    .map((line) => ({ ...line, words: line.words.filter((word) => !known.some((other) => isSamePlace(word, other))) }))
    .filter(({ words }) => words.length > 0)
}

/** Adds words that only a further pass found: to the lines in which they are, or as lines of their own. */
export function withMissing(lines: readonly RecognizedLine[], missing: readonly RecognizedLine[]): RecognizedLine[] {
  const completed = lines.map((line) => {
    const words = missing.flatMap((each) => each.words).filter((word) => isClearWithin(word) && isWithin(word, line))
    return words.length === 0 ? line : { ...line, words: [...line.words, ...words].sort((one, other) => one.left - other.left) }
  })
  const alone = missing.filter((each) => isClear(each) && !each.words.some((word) => lines.some((line) => isWithin(word, line))))
  return [...completed, ...alone]
}
