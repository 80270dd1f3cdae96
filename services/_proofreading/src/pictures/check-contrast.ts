import { type Found, placeInFile } from '../passages.ts'
import type { LineContrast, ReadFile, Word } from '../types.ts'

/** Contrast ratios that WCAG 2 requires at level AA. */
const REQUIRED = { large: 3, other: 4.5 }
/** Text that nobody sees at a glance. */
const HARDLY_VISIBLE = 1.6
/** Only a clearly lower ratio is a finding, because compression and photos make the measurement inexact. */
const TOLERANCE = { even: 0.9, uneven: 0.6 }
/** WCAG counts bold text as large from 14 points on. Designs for networks use bold text mostly. */
const LARGE_PX = 18.66
/** Width of a picture on a phone, in CSS pixels. */
const SHOWN_WIDTH = 400
/** Height of a line's letters as part of the font size. */
const LETTER_HEIGHT = 0.75
const CONFIDENCE_MIN = 75
const LETTERS_MIN = 5
const SURE = { confidence: 90, letters: 8 }
/** Words that were not read well are a text from these values on. Less contrast is a trace of compression. */
const FAINT = { word: { letters: 4, confidence: 60 }, others: 30, letters: 5, ratio: 1.2 }

const lettersIn = (text: string): number => text.replace(/[^\p{L}\p{N}]/gu, '').length

interface Line {
  words: Word[]
  text: string
  letters: number
  contrast: LineContrast
}

function linesOf(all: readonly Word[], contrasts: readonly LineContrast[], confidenceMin: number): Line[] {
  const byLine = Map.groupBy(all, ({ line }) => line)
  return contrasts.flatMap((contrast) => {
    const words = (byLine.get(contrast.line) ?? []).filter(({ confidence }) => confidence >= confidenceMin)
    const text = words.map((word) => word.text).join(' ')
    return [{ words, text, letters: lettersIn(text), contrast }]
  })
}

function isLarge({ words }: Line, file: ReadFile): boolean {
  const heights = words.map(({ box }) => box.height).sort((a, b) => a - b)
  const height = heights[Math.floor(heights.length / 2)] ?? 0
  return ((height / LETTER_HEIGHT) * SHOWN_WIDTH) / file.width >= LARGE_PX
}

const requiredOf = (line: Line, file: ReadFile): number => (isLarge(line, file) ? REQUIRED.large : REQUIRED.other)

function isHardToRead(line: Line, file: ReadFile): boolean {
  const tolerance = line.contrast.isUneven ? TOLERANCE.uneven : TOLERANCE.even
  return line.letters >= LETTERS_MIN && line.contrast.ratio < requiredOf(line, file) * tolerance
}

const isSure = ({ words, letters, contrast }: Line): boolean =>
  contrast.ratio < HARDLY_VISIBLE &&
  !contrast.isUneven &&
  letters >= SURE.letters &&
  words.every(({ confidence }) => confidence >= SURE.confidence)

/** Whether words that were not read well are a text, and not a pattern: on an even background, and with one word that is almost read. */
const isFaintText = ({ words, letters, contrast }: Line): boolean =>
  !contrast.isUneven &&
  contrast.ratio >= FAINT.ratio &&
  letters >= FAINT.letters &&
  words.some(({ text, confidence }) => confidence >= FAINT.word.confidence && lettersIn(text) >= FAINT.word.letters)

/** Finds text that is hard to read on its background, by the contrast ratio of WCAG. */
export function checkContrast(file: ReadFile): Found[] {
  const { contrasts = [], faint = { words: [], contrasts: [] } } = file.traits ?? {}
  const faintLines = linesOf(faint.words, faint.contrasts, FAINT.others).filter(isFaintText)
  return [...linesOf(file.words, contrasts, CONFIDENCE_MIN), ...faintLines]
    .filter((line) => isHardToRead(line, file))
    .map((line) => ({
      kind: 'contrast',
      certainty: isSure(line) ? 'sure' : 'likely',
      words: line.text,
      place: placeInFile(
        file,
        line.words.map(({ box }) => box),
      ),
      comparedWith: `a contrast of ${requiredOf(line, file)}:1`,
      message: `“${line.text}” is hard to read on its background: a contrast of ${line.contrast.ratio.toFixed(1)}:1, and at least ${requiredOf(line, file)}:1 is readable.`,
      facts: [],
    }))
}
