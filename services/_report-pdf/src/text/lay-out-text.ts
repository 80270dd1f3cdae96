import bidiFactory from 'bidi-js'
import { type Cluster, clustersOf } from './clusters.ts'
import { type Face, type FontFile, widthOf } from './fonts.ts'

export interface TextStyle {
  face: Face
  size: number
  lineHeight: number
  /** Digits of equal width, for columns of numbers. */
  hasTabularDigits?: boolean
}

/** Characters in one font and direction, from left to right. */
export interface Run {
  text: string
  font: FontFile
  x: number
  /** The text as it is read, if it differs from what is drawn. */
  original?: string
  isRightToLeft: boolean
}

export interface Line {
  runs: Run[]
  width: number
  /** Whether the paragraph begins on the right. */
  isRightToLeft: boolean
}

/** Characters between two places where a line may end. Spaces at the end do not count to `width` if the line ends there. */
interface Word {
  clusters: Cluster[]
  width: number
  trimmedWidth: number
}

const { getEmbeddingLevels, getReorderSegments, getMirroredCharacter } = bidiFactory()

/** Hebrew, Arabic, and marks of direction. Other texts need no reordering. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const SPACE = /^\s$/
/** Lines end after these characters within a word, but not after the sign of a number. */
const BREAK_AFTER = /^[-–—/]$/
const WITHIN_WORD = /[\p{L}\p{N}:/.]$/u
const ELLIPSIS = '…'

export const tabular = ({ hasTabularDigits }: TextStyle): PDFKit.Mixins.OpenTypeFeatures[] | undefined =>
  hasTabularDigits ? ['tnum'] : undefined

/** Returns the width of a run. Each word is laid out with the space after it, as PDFKit does, so that layouts of words are reused. */
function widthOfRun(font: FontFile, text: string, style: TextStyle, isRightToLeft: boolean): number {
  if (isRightToLeft) return widthOf(font, text, style.size, [])
  return text.split(/(?<= )/).reduce((sum, word) => sum + widthOf(font, word, style.size, tabular(style)), 0)
}

const measure = (clusters: readonly Cluster[], style: TextStyle): number =>
  runsOf(clusters).reduce((sum, { font, text }) => sum + widthOfRun(font, text, style, false), 0)

/** Joins neighbors that have the same font. */
function runsOf(clusters: readonly Cluster[], isSame = (_one: Cluster, _other: Cluster) => true) {
  const runs: { font: FontFile; text: string; from: Cluster[] }[] = []
  for (const cluster of clusters) {
    const last = runs.at(-1)
    const previous = last?.from.at(-1)
    if (last && previous && last.font === cluster.font && isSame(previous, cluster)) {
      last.text += cluster.text
      last.from.push(cluster)
    } else runs.push({ font: cluster.font, text: cluster.text, from: [cluster] })
  }
  return runs
}

function toWord(clusters: Cluster[], style: TextStyle): Word {
  const end = clusters.findLastIndex(({ text }) => text.trim() !== '') + 1
  const width = measure(clusters, style)
  return { clusters, width, trimmedWidth: end === clusters.length ? width : measure(clusters.slice(0, end), style) }
}

/** Splits a word that is wider than a line. */
function splitWord(clusters: Cluster[], width: number, style: TextStyle): Word[] {
  const parts: Cluster[][] = [[]]
  let used = 0
  for (const cluster of clusters) {
    const advance = measure([cluster], style)
    if (used > 0 && used + advance > width) {
      parts.push([])
      used = 0
    }
    parts.at(-1)?.push(cluster)
    used += advance
  }
  return parts.map((part) => toWord(part, style))
}

const isBreakAfter = (text: string, previous: string): boolean => SPACE.test(text) || (BREAK_AFTER.test(text) && WITHIN_WORD.test(previous))

function wordsOf(clusters: Cluster[], width: number, style: TextStyle): Word[] {
  const words: Cluster[][] = []
  let word: Cluster[] = []
  clusters.forEach((cluster, at) => {
    word.push(cluster)
    const isSpaceNext = clusters[at + 1]?.text === ' '
    if (at === clusters.length - 1 || (isBreakAfter(cluster.text, clusters[at - 1]?.text ?? '') && !isSpaceNext)) {
      words.push(word)
      word = []
    }
  })
  return words.flatMap((part) => {
    const whole = toWord(part, style)
    return whole.trimmedWidth > width ? splitWord(part, width, style) : whole
  })
}

/** Distributes words to lines. */
function breakLines(words: readonly Word[], width: number): Cluster[][] {
  const lines: Cluster[][] = []
  let line: Cluster[] = []
  let used = 0
  for (const word of words) {
    if (line.length > 0 && used + word.trimmedWidth > width) {
      lines.push(line)
      line = []
      used = 0
    }
    line.push(...word.clusters)
    used += word.width
  }
  return line.length > 0 ? [...lines, line] : lines
}

/** Sorts the characters of a line by their place from left to right. */
function visualOrder(line: readonly Cluster[], base: number): Cluster[] {
  const levels = Uint8Array.from(line, ({ level }) => level)
  const ordered = [...line]
  // Each character stands for a cluster, so that positions are those of clusters.
  const segments = getReorderSegments('x'.repeat(line.length), { levels, paragraphs: [{ start: 0, end: line.length - 1, level: base }] })
  for (const [start, end] of segments) ordered.splice(start, end - start + 1, ...ordered.slice(start, end + 1).reverse())
  return ordered
}

const isOdd = (level: number): boolean => level % 2 === 1

/** Whether a font lays out this text from right to left by itself. */
const hasRightToLeftLetters = (text: string): boolean => RIGHT_TO_LEFT.test(text) && /\p{Letter}/u.test(text)

function drawnRun(from: readonly Cluster[], font: FontFile, level: number): Omit<Run, 'x'> {
  // In a run from right to left, the clusters are in visual order. Fonts expect letters as they are read.
  const read = isOdd(level) ? from.toReversed() : from
  const readText = read.map(({ original, text }) => original ?? text).join('')
  const text = hasRightToLeftLetters(readText)
    ? read.map((cluster) => cluster.text).join('')
    : from.map((cluster) => (isOdd(level) ? (getMirroredCharacter(cluster.text) ?? cluster.text) : cluster.text)).join('')
  return { text, font, isRightToLeft: isOdd(level), ...(readText !== text || isOdd(level) ? { original: readText } : {}) }
}

function toLine(clusters: readonly Cluster[], base: number, style: TextStyle): Line {
  const end = clusters.findLastIndex(({ text }) => text.trim() !== '') + 1
  const ordered = visualOrder(clusters.slice(0, end), base)
  const runs: Run[] = []
  let x = 0
  const isSame = (one: Cluster, other: Cluster) =>
    one.level === other.level && !one.original && !other.original && !(isArabicDigit(one.text) && isArabicDigit(other.text))
  for (const { font, from } of runsOf(ordered, isSame)) {
    const run = { ...drawnRun(from, font, from[0]?.level ?? base), x }
    runs.push(run)
    x += widthOfRun(font, run.text, style, run.isRightToLeft)
  }
  const space = clusters[end]
  // Without the space at the end of a line, copied text would join the words.
  if (space) runs.push({ text: ' ', font: space.font, x, isRightToLeft: false })
  return { runs, width: x, isRightToLeft: isOdd(base) }
}

/** Arabic digits are written from left to right, but the font would lay out a number of several digits from right to left. */
const isArabicDigit = (text: string): boolean => /^[\u0660-\u0669\u06f0-\u06f9]$/.test(text)

function place(clusters: Cluster[]): { placed: Cluster[]; base: number } {
  const text = clusters.map((cluster) => cluster.text).join('')
  if (!RIGHT_TO_LEFT.test(text)) return { placed: clusters, base: 0 }
  const { levels, paragraphs } = getEmbeddingLevels(text)
  let at = 0
  const placed = clusters.map((cluster) => {
    const level = levels[at] ?? 0
    at += cluster.text.length
    return { ...cluster, level }
  })
  return { placed, base: paragraphs[0]?.level ?? 0 }
}

/** Cuts a line so that an ellipsis fits in. */
function withEllipsis(clusters: readonly Cluster[], base: number, width: number, style: TextStyle): Cluster[] {
  const ellipsis = clustersOf(style.face, ELLIPSIS).map((cluster) => ({ ...cluster, level: base }))
  let end = clusters.length
  let used = measure(clusters, style) + measure(ellipsis, style)
  for (; end > 0 && used > width; end -= 1) used -= measure(clusters.slice(end - 1, end), style)
  while (end > 0 && clusters[end - 1]?.text.trim() === '') end -= 1
  return [...clusters.slice(0, end), ...ellipsis]
}

/**
 * Breaks a text into lines. Characters that the face lacks are drawn with other fonts, and texts from right to left in their order. Beyond
 * `linesMax`, the text ends with an ellipsis.
 */
export function layOutText(text: string, width: number, style: TextStyle, linesMax = Number.POSITIVE_INFINITY): Line[] {
  const { placed, base } = place(clustersOf(style.face, text.replaceAll(/\s+/g, ' ').trim()))
  const lines = breakLines(wordsOf(placed, width, style), width)
  const shown = lines.slice(0, linesMax)
  const last = shown.at(-1)
  if (lines.length > linesMax && last) shown[shown.length - 1] = withEllipsis(last, base, width, style)
  return shown.map((line) => toLine(line, base, style))
}

/** Returns the width of a short text on one line. */
export const measureText = (text: string, style: TextStyle): number => layOutText(text, Number.POSITIVE_INFINITY, style)[0]?.width ?? 0
