import type { FindingPlace, Finding as SentFinding } from '@app/contracts/http/proofreading.ts'
import type { FindingKind } from '@app/contracts/rules/proofreading.ts'
import { editDistance } from '../edit-distance.ts'
import { type Found, READABLE, RELIABLE } from '../passages.ts'
import { looks, proofread, proofreadCampaign, tidy } from '../proofread.ts'
import type { Box, Place, ReadFile, Word } from '../types.ts'
import type { Compared, Comparison, LinesInQuestion, Rereading } from './jobs.ts'

/** Four digits are a tenth of a pixel of a usual picture. */
const PRECISION = 10_000

/** Returns the part that a length is of a side. Text recognition may find boxes that end outside of a picture. */
const part = (length: number, side: number): number => Math.round(Math.min(1, Math.max(0, length / side)) * PRECISION) / PRECISION

const partsOf = ({ left, top, width, height }: Box, file: ReadFile): Box => ({
  left: part(left, file.width),
  top: part(top, file.height),
  width: part(Math.min(width, file.width - left), file.width),
  height: part(Math.min(height, file.height - top), file.height),
})

/** Returns the place with boxes as parts of the width and height of the picture or page. */
function sentPlace(place: Place, files: readonly ReadFile[]): FindingPlace {
  if (place.in !== 'file') return place
  const { position, page, frame, boxes } = place
  const file = files.find((each) => each.position === position && each.page === page && each.frame === frame)
  return { ...place, boxes: file ? boxes.map((box) => partsOf(box, file)) : [] }
}

/** A line with a word of a confidence in this range may be misread. Below it are patterns of photos. */
const DOUBTFUL = { min: 40, max: 84 }
const DOUBTFUL_LETTERS_MIN = 4
const DOUBTFUL_DIGITS_MIN = 2
/** Only this many doubtful lines of a picture are read again. */
const DOUBTFUL_MAX = 8

const plainLetters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const lettersOf = (words: readonly Word[]): string => plainLetters(words.map(({ text }) => text).join(''))

const digitsOf = (words: readonly Word[]): number => lettersOf(words).replaceAll(/\D/g, '').length

/** A gap between words that is larger, compared with their height, may be a word that was not read. */
const GAP_MAX = 1.5

const hasGap = (words: readonly Word[]): boolean =>
  words.some(({ box }, index) => {
    const next = words[index + 1]
    return next !== undefined && next.box.left - box.left - box.width > GAP_MAX * box.height
  })

/** Returns the words of a line that may be text. Beside a word that was read well, the others are text, too. */
function textIn(words: readonly Word[]): readonly Word[] {
  const isText = words.some(({ text, confidence }) => confidence > DOUBTFUL.max && plainLetters(text).length >= DOUBTFUL_LETTERS_MIN)
  return isText ? words : words.filter(({ confidence }) => confidence >= DOUBTFUL.min)
}

/** Returns the numbers of the lines that may be misread: with words of little confidence, or with gaps. */
function doubtfulLines(lines: ReadonlyMap<number, readonly Word[]>): number[] {
  const read = [...lines].map(([line, words]) => ({ line, words: textIn(words) }))
  return read
    .filter(({ words }) => lettersOf(words).length >= DOUBTFUL_LETTERS_MIN || digitsOf(words) >= DOUBTFUL_DIGITS_MIN)
    .filter(({ words }) => words.some(({ confidence }) => confidence <= DOUBTFUL.max) || hasGap(words))
    .sort((one, other) => lettersOf(other.words).length - lettersOf(one.words).length)
    .slice(0, DOUBTFUL_MAX)
    .map(({ line }) => line)
}

/** Returns the lines of pictures from which findings come, and doubtful ones. What text looks like does not depend on how it is read. */
function linesInQuestion(found: readonly Found[], files: readonly ReadFile[]): LinesInQuestion[] {
  const places = found.filter(({ kind }) => !looks.has(kind)).flatMap(({ place, evidence }) => (evidence ? [place, evidence] : [place]))
  const boxes = new Set(places.flatMap((place) => (place.in === 'file' ? place.boxes : [])))
  return files
    .filter(({ kind }) => kind !== 'pdf')
    .flatMap(({ position, frame, words }) => {
      const all = Map.groupBy(words, ({ line }) => line)
      const numbers = new Set([...words.flatMap(({ box, line }) => (boxes.has(box) ? [line] : [])), ...doubtfulLines(all)])
      const lines = [...numbers].map((line) => {
        const ofLine = all.get(line) ?? []
        return { line, boxes: ofLine.map(({ box }) => box), slope: ofLine[0]?.slope ?? 0 }
      })
      return lines.length > 0 ? [{ position, ...(frame !== undefined && { frame }), lines }] : []
    })
}

/** Returns the files with lines as they were read in one of the further readings. */
function filesInReading(files: readonly ReadFile[], rereadings: readonly Rereading[], index: number): ReadFile[] {
  return files.map((file) => {
    const reread = rereadings.find(({ position, frame }) => position === file.position && frame === file.frame)
    const lines = new Map(reread?.readings[index]?.map(({ line, words }) => [line, words]))
    if (lines.size === 0) return file
    const words = [...Map.groupBy(file.words, ({ line }) => line)].flatMap(([line, before]) => lines.get(line) ?? before)
    return { ...file, words }
  })
}

/** The confidence of words that all readings have. Text recognition confuses some letters in each of them, so it isn't high. */
const CONFIRMED = RELIABLE - 1

/** Returns the files as they were read first. Words of lines that all further readings have, too, are no longer hard to read. */
function confirmedFiles(files: readonly ReadFile[], rereadings: readonly Rereading[]): ReadFile[] {
  return files.map((file) => {
    const readings = rereadings.find(({ position, frame }) => position === file.position && frame === file.frame)?.readings ?? []
    const isConfirmed = (line: number, letters: string): boolean =>
      readings.length > 0 && readings.every((reading) => reading.some((each) => each.line === line && lettersOf(each.words) === letters))
    const words = [...Map.groupBy(file.words, ({ line }) => line)].flatMap(([line, ofLine]) =>
      isConfirmed(line, lettersOf(ofLine)) ? ofLine.map((word) => ({ ...word, confidence: Math.max(word.confidence, CONFIRMED) })) : ofLine,
    )
    return { ...file, words }
  })
}

const touch = (one: Box, other: Box): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

/** Whether two findings of different readings are the same one. If they know what is right, what is wrong must be the same, too. */
function isSame(one: Found, other: Found): boolean {
  if (one.kind !== other.kind) return false
  if (one.right !== undefined && plainLetters(one.words) !== plainLetters(other.words)) return false
  if (one.place.in !== 'file' || other.place.in !== 'file') return one.place.in === other.place.in && one.words === other.words
  if (one.place.position !== other.place.position || one.place.frame !== other.place.frame) return false
  const [boxes, others] = [one.place.boxes, other.place.boxes]
  return boxes.length === 0 ? others.length === 0 : boxes.some((box) => others.some((each) => touch(box, each)))
}

/** A reading of the files: the first one, or one with lines that were read again. */
interface Reading {
  files: readonly ReadFile[]
  found: readonly Found[]
}

const keyOf = ({ position, frame }: ReadFile, { line }: Word): string => `${position} ${frame} ${line}`

/** Returns the words of each line of the pictures, each only with its letters and digits. */
const wordsOfLines = ({ files }: Reading): Map<string, string[]> =>
  new Map(
    files.flatMap((file) =>
      [...Map.groupBy(file.words, (word) => keyOf(file, word))].map(([key, words]) => [key, words.map(({ text }) => plainLetters(text))]),
    ),
  )

/** Whether a line contains a text as whole words, however it is divided into words. */
function saysWords(words: readonly string[], text: string): boolean {
  return words.some((_, index) => {
    let letters = ''
    for (let next = index; next < words.length && letters.length < text.length; next++) letters += words[next] ?? ''
    return letters === text
  })
}

/** Returns the lines of each box in a reading. */
const linesOfBoxes = ({ files }: Reading): [Box, string][] =>
  files.flatMap((file) => file.words.map((word): [Box, string] => [word.box, keyOf(file, word)]))

/** Kinds that compare facts of several texts. A misread fact can also make them appear, so the first reading must have them. */
const comparisons: ReadonlySet<FindingKind> = new Set(['price', 'percentage', 'date', 'time', 'brief-missing'])
/** Kinds whose words are unlikely to appear by misreading. */
const distinctive: ReadonlySet<FindingKind> = new Set(['placeholder', 'date-passed', 'times-reversed'])

/** A reading whose letters differ from the first one by more than this part of them could not read the line. */
const GARBLED = 0.25
/** If no further reading could read a line, the first one must be this certain, and if each read something else, even more. */
const CERTAIN = 88
const BEYOND_DOUBT = 95
/** A finding that the first reading lacks must be in this many others, or in all if the first one has other words. */
const ADDED_MIN = 2

const withoutDoubled = (letters: string): string => letters.replaceAll(/(.)\1+/g, '$1')

/**
 * Whether text recognition may have read the right words where the picture has the wrong ones: it often reads a doubled letter as one. It
 * doesn't replace other letters by right ones, because it knows no names, and few words.
 */
const isCorrected = (words: string, right: string): boolean =>
  right.length < words.length && withoutDoubled(words) === withoutDoubled(right)

/** Kinds of which most words are right: only the one that is not is compared. */
const names: ReadonlySet<FindingKind> = new Set(['company-name', 'headline'])

/** Returns the words of a finding that are wrong, and the right ones, as letters. */
function comparedLetters({ kind, words, right = '' }: Found): { words: string; right: string } {
  const [said, known] = [words.split(/\s+/).map(plainLetters), right.split(/\s+/).map(plainLetters)]
  const wrong = said.flatMap((word, index) => (word === known[index] ? [] : [index]))
  const at = names.has(kind) && said.length === known.length && wrong.length === 1 ? wrong[0] : undefined
  return at === undefined ? { words: said.join(''), right: known.join('') } : { words: said[at] ?? '', right: known[at] ?? '' }
}

/** What the further readings say about a finding. */
interface Votes {
  /** Readings that have the finding or its words. */
  agree: number
  /** Readings that have other words. Those that could not read the line, or may have corrected it, don't count. */
  disagree: number
  /** Readings, also the first one, that have the words that would be right. */
  right: number
  /** Whether the first reading has the words, or could not read the line. */
  isOpen: boolean
  /** Whether no two further readings are the same. */
  isConfused: boolean
}

/**
 * Returns the findings on which the readings of the same lines agree. A finding that not all readings have is not sure. Those that compare
 * facts must be in the first reading.
 */
function persistent(first: Reading, further: readonly Reading[]): Found[] {
  const lines = new Map([first, ...further].flatMap(linesOfBoxes))
  const [firstWords = new Map<string, string[]>(), ...furtherWords] = [first, ...further].map(wordsOfLines)
  const unreadable = new Set(
    first.files.flatMap((file) => file.words.filter(({ confidence }) => confidence < READABLE).map((word) => keyOf(file, word))),
  )

  function votesOn(finding: Found): Votes {
    const { place } = finding
    const keys = place.in === 'file' ? [...new Set(place.boxes.flatMap((box) => lines.get(box) ?? []))] : []
    const wordsIn = (words: ReadonlyMap<string, string[]>): string[] => keys.flatMap((key) => words.get(key) ?? [])
    const before = wordsIn(firstWords)
    const { words, right } = comparedLetters(finding)
    const garbledMin = Math.ceil(before.join('').length * GARBLED)
    const isMerged = isCorrected(words, right)
    const isRight = (read: readonly string[]): boolean => right !== '' && saysWords(read, right)
    const isWritten = words !== '' && saysWords(before, words)
    const isOpen = isWritten || keys.some((key) => unreadable.has(key))
    const reads = further.map((_, index) => wordsIn(furtherWords[index] ?? new Map()))
    const isConfused = new Set(reads.map((read) => read.join(''))).size === further.length
    const votes = { agree: 0, disagree: 0, right: isRight(before) && !isWritten ? 1 : 0, isOpen, isConfused }
    for (const [index, { found }] of further.entries()) {
      const read = reads[index] ?? []
      const hasWords = keys.length > 0 && words !== '' && saysWords(read, words)
      const isGarbled = keys.length > 0 && editDistance(read.join(''), before.join(''), garbledMin) > garbledMin
      if (!isRight(before) && isRight(read)) votes.right += 1
      if (hasWords || found.some((each) => isSame(each, finding))) votes.agree += 1
      else if (!isGarbled && !(isMerged && isRight(read))) votes.disagree += 1
    }
    return votes
  }

  const isCertain = ({ place }: Found, min = CERTAIN): boolean => {
    if (place.in !== 'file') return true
    const boxes = new Set(place.boxes)
    return first.files.every(({ words }) => words.every(({ box, confidence }) => !boxes.has(box) || confidence >= min))
  }

  const isUnread = ({ agree, isOpen }: Votes, finding: Found, isFirst: boolean): boolean =>
    isFirst ? agree === 0 && !isCertain(finding) : agree < (isOpen ? ADDED_MIN : further.length)

  /** Number of further readings that may lack a finding. */
  function absentMax(finding: Found, { isConfused }: Votes, isFirst: boolean): number {
    if (isFirst && isConfused && finding.right !== undefined && isCertain(finding, BEYOND_DOUBT)) return further.length
    return finding.right !== undefined || distinctive.has(finding.kind) ? 1 : 0
  }

  function isRefuted(finding: Found, votes: Votes, isFirst: boolean): boolean {
    const { words, right } = comparedLetters(finding)
    const isOutvoted = isFirst ? votes.right > votes.agree && !isCertain(finding) : votes.right >= votes.agree
    return votes.right > 0 && (isOutvoted || !isCorrected(words, right))
  }

  const all = [...first.found]
  for (const finding of further.flatMap(({ found }) => found)) {
    if (!comparisons.has(finding.kind) && !all.some((each) => isSame(each, finding))) all.push(finding)
  }
  return all.flatMap((finding) => {
    const isFirst = first.found.includes(finding)
    if (looks.has(finding.kind)) return isFirst ? [finding] : []
    if (further.length === 0) return [finding]
    const votes = votesOn(finding)
    if (isUnread(votes, finding, isFirst) || isRefuted(finding, votes, isFirst)) return []
    if (votes.disagree > absentMax(finding, votes, isFirst)) return []
    return isFirst && votes.agree === further.length ? [finding] : [{ ...finding, certainty: 'likely' as const }]
  })
}

/** Returns the findings about a preview or a step of a campaign, and the lines that should be read again before they count. */
export function compare({ of, rereadings }: Comparison): Compared {
  const { files, accepted } = 'preview' in of ? of.preview : of.step
  const foundIn = (read: ReadFile[]): Found[] =>
    'preview' in of ? proofread({ ...of.preview, files: read }) : proofreadCampaign({ ...of.step, files: read })
  const readingOf = (read: ReadFile[]): Reading => ({ files: read, found: foundIn(read) })
  const count = Math.max(0, ...rereadings.map(({ readings }) => readings.length))
  const reread = Array.from({ length: count }, (_, index) => filesInReading(files, rereadings, index))
  const first = readingOf(confirmedFiles(files, rereadings))
  const further = reread.map(readingOf)
  const findings: SentFinding[] = tidy(persistent(first, further), accepted).map((finding) => ({
    ...finding,
    place: sentPlace(finding.place, files),
  }))
  return { findings, linesInQuestion: linesInQuestion(first.found, files) }
}
