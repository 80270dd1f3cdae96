import { type BriefText, briefTexts } from '@app/contracts/rules/brief.ts'
import type { FindingKind } from '@app/contracts/rules/proofreading.ts'
import { type Language, languageOf } from './language.ts'
import type { Box, CheckedBrief, Finding, Place, ReadFile, Word } from './types.ts'

/** Only this many characters of a text and words of a file are checked. */
export const TEXT_MAX = 20_000
const WORDS_MAX = 5000
/** Longer runs without a space are no words: the checks see spaces instead. */
const RUN_MAX = 100

/** Words that text recognition reads with less confidence are noise, or cause no more than a `likely` finding. */
export const READABLE = 60
export const RELIABLE = 85

/** A text with a place for each of its characters: a caption, or the words of a file. */
export interface Passage {
  /** The text. Its length, and the place of each character, are those of the original. */
  text: string
  /** Begins a sentence: "The caption", "Picture 2". */
  name: string
  language: Language
  /** Whether text recognition read the text. */
  isRecognized: boolean
  /** Whether the text is part of a file, where lines are headings and lists rather than sentences. */
  isDesign: boolean
  placeOf: (from: number, to: number) => Place
  confidenceOf: (from: number, to: number) => number
  /** Whether a word goes on in another line, because text recognition cut a line that is curved or tilted into pieces. */
  isCut: (from: number, to: number) => boolean
}

/** A finding with what it is about, for example `price:4500`, so that each fact causes only one finding. */
export interface Found extends Finding {
  facts: string[]
  /** Where else the finding comes from: what contradicts its words. */
  evidence?: Place
  /** What the words should be, if something is almost the same. */
  right?: string
}

/** Replaces typographic apostrophes, spaces and very long runs by plain ones of the same length. */
function plainText(text: string): string {
  return text
    .slice(0, TEXT_MAX)
    .replaceAll(/[\u2018\u2019\u02bc]/g, "'")
    .replaceAll(/[\u00a0\u2007\u202f]/g, ' ')
    .replaceAll(/\S+/g, (run) => (run.length > RUN_MAX ? ' '.repeat(run.length) : run))
}

/** What text recognition reads for a digit of a time, or for the sign of a dollar: "Tpm" is 1pm, "Sam–10am" is 8am–10am, £9 is $9. */
const misreadSigns: readonly (readonly [RegExp, string])[] = [
  [/£(?=\d)/g, '$'],
  [/\b[TIl|](?= ?[ap]m\b)/g, '1'],
  [/\bS(?=am ?[-–—] ?\d)/g, '8'],
]

/** Returns a recognized text with these digits and signs. Its length, and the place of each character, stay the same. */
const withSigns = (text: string): string => misreadSigns.reduce((result, [read, sign]) => result.replaceAll(read, sign), text)

/** Returns the place of boxes in a file. Without boxes, it is the whole file. */
export const placeInFile = ({ position, page, frame }: ReadFile, boxes: Box[] = []): Place => ({
  in: 'file',
  position,
  ...(page !== undefined && { page }),
  ...(frame !== undefined && { frame }),
  boxes,
})

/** Returns a caption, or the subject or body of an email, as a passage. */
export function passageOfText(where: 'caption' | 'subject' | 'body', original: string): Passage {
  const text = plainText(original)
  return {
    text,
    name: `The ${where}`,
    language: languageOf(text),
    isRecognized: false,
    isDesign: false,
    placeOf: (from, to) => ({ in: where, from, to }),
    confidenceOf: () => 100,
    isCut: () => false,
  }
}

function nameOf({ kind, position, page }: ReadFile, files: readonly ReadFile[]): string {
  const positions = new Set(files.filter((file) => file.kind === kind).map((file) => file.position))
  const name = { image: 'picture', video: 'video', pdf: 'PDF file' }[kind]
  const number = positions.size > 1 ? ` ${position}` : ''
  if (page !== undefined) return `Page ${page} of ${number ? name + number : `the ${name}`}`
  return number ? `${name.charAt(0).toUpperCase()}${name.slice(1)}${number}` : `The ${name}`
}

interface Located extends Word {
  from: number
  to: number
}

/** Joins words with spaces, and lines with line breaks. */
function locate(words: readonly Word[]): { text: string; located: Located[] } {
  const located: Located[] = []
  const parts: string[] = []
  let end = 0
  let line: number | undefined
  for (const word of words) {
    if (word.text.length > RUN_MAX || word.confidence < READABLE / 2) continue
    const separator = line === undefined ? '' : word.line === line ? ' ' : '\n'
    const from = end + separator.length
    const to = from + word.text.length
    if (to > TEXT_MAX) break
    parts.push(separator, word.text)
    located.push({ ...word, from, to })
    end = to
    line = word.line
  }
  return { text: parts.join(''), located }
}

/**
 * Two words beside each other are one line: they share this part of their height, and the gap is at most this part of it. Words that overlap
 * more were read twice.
 */
const BESIDE = { shared: 0.5, gap: 0.35, overlap: 1 }

/** Whether two words of different lines are beside each other, so that they are one line. */
function areBeside(one: Word, other: Word): boolean {
  if (one.line === other.line) return false
  const height = Math.min(one.box.height, other.box.height)
  const shared = Math.min(one.box.top + one.box.height, other.box.top + other.box.height) - Math.max(one.box.top, other.box.top)
  const gap = Math.max(one.box.left, other.box.left) - Math.min(one.box.left + one.box.width, other.box.left + other.box.width)
  return shared >= BESIDE.shared * height && gap <= BESIDE.gap * height && gap >= -BESIDE.overlap * height
}

function passageOfFile(file: ReadFile, files: readonly ReadFile[]): Passage {
  const { text: original, located } = locate(file.words.slice(0, WORDS_MAX))
  const isRecognized = located.some(({ confidence }) => confidence < 100)
  const text = isRecognized ? withSigns(plainText(original)) : plainText(original)
  const within = (from: number, to: number): Located[] => located.filter((word) => word.from < to && word.to > from)
  return {
    text,
    name: nameOf(file, files),
    language: languageOf(text),
    isRecognized,
    isDesign: true,
    placeOf: (from, to) =>
      placeInFile(
        file,
        within(from, to).map(({ box }) => box),
      ),
    confidenceOf: (from, to) => Math.min(100, ...within(from, to).map(({ confidence }) => confidence)),
    isCut: (from, to) => isRecognized && within(from, to).some((word) => located.some((other) => areBeside(word, other))),
  }
}

/** Returns the words of each file, or page of a file, as a passage. */
export const passagesOfFiles = (files: readonly ReadFile[]): Passage[] => files.map((file) => passageOfFile(file, files))

/** The texts of a brief that say what a post must say. The others are instructions to the agency. */
const contentOfBrief = ['title', 'tagline', 'headline', 'offerormessage', 'calltoaction', 'description', 'additionalinfo'] as const

/** The texts of a brief. No finding is in them. */
export interface BriefPassages {
  /** What the post must say. */
  content: Passage
  whole: Passage
}

/** Returns the texts of a brief as passages. */
export function passagesOfBrief(brief: CheckedBrief): BriefPassages {
  const passageOf = (parts: readonly BriefText[]): Passage => {
    const text = parts.flatMap((part) => (brief[part] === '' ? [] : [brief[part]])).join('\n')
    return { ...passageOfText('caption', text), name: 'The brief' }
  }
  return { content: passageOf(contentOfBrief), whole: passageOf(briefTexts) }
}

export interface Range {
  from: number
  to: number
}

export interface TextRange extends Range {
  text: string
}

/** Returns the matches of a global expression with their ranges. */
export const rangesOf = (text: string, pattern: RegExp): TextRange[] =>
  [...text.matchAll(pattern)].map(({ 0: match, index }) => ({ text: match, from: index, to: index + match.length }))

/** Returns up to `length` characters before and after a range, each only up to the nearest of the characters in `stops`. */
export function surroundings(text: string, { from, to }: Range, length: number, stops: string): { before: string; after: string } {
  const before = text.slice(Math.max(0, from - length), from)
  const after = text.slice(to, to + length)
  const start = Math.max(...[...stops].map((stop) => before.lastIndexOf(stop))) + 1
  const ends = [...stops].map((stop) => after.indexOf(stop)).filter((index) => index >= 0)
  return { before: before.slice(start), after: after.slice(0, Math.min(after.length, ...ends)) }
}

/** Words, also with digits, apostrophes and hyphens inside. */
const word = /[\p{L}\p{M}\p{N}]+(?:['-][\p{L}\p{M}\p{N}]+)*/gu

/** Returns the words of a text with their ranges. */
export const wordsIn = (text: string): TextRange[] => rangesOf(text, word)

interface Details {
  kind: FindingKind
  certainty: 'sure' | 'likely'
  comparedWith: string
  message: string
  facts?: string[]
  evidence?: Place
  right?: string
}

/**
 * Returns the finding about a range of a passage. Returns nothing if the range is hard to read or in pieces, and never `sure` if it may be
 * misread.
 */
export function findingsAt(passage: Passage, { from, to }: Range, { facts = [], ...details }: Details): Found[] {
  const confidence = passage.confidenceOf(from, to)
  if (confidence < READABLE || passage.isCut(from, to)) return []
  const certainty = confidence < RELIABLE ? 'likely' : details.certainty
  return [{ ...details, certainty, facts, words: passage.text.slice(from, to), place: passage.placeOf(from, to) }]
}
