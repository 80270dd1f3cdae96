import { formatDay } from '@app/contracts/format/date-format.ts'
import { formatList } from '@app/contracts/format/lists.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { editDistance, hasLostDigit, isSimilarInHandwriting, isSimilarNumber } from '../edit-distance.ts'
import {
  type BriefPassages,
  type Found,
  findingsAt,
  type Passage,
  type Range,
  READABLE,
  rangesOf,
  surroundings,
  wordsIn,
} from '../passages.ts'
import { spokenDates } from '../spoken-dates.ts'
import { spokenRanges, spokenTimes, timeInWords } from '../spoken-times.ts'
import { factOfDate } from './dates.ts'

type FactKind = 'price' | 'percentage' | 'date' | 'time'

/** A price, percentage, date or time in a text. */
interface Fact {
  range: Range
  /** For comparisons: digits that are the same for the same fact. */
  value: string
  shown: string
  passage: Passage
}

const price = /(?<![\w$.])\$ ?\d[\d,]{0,9}(?:\.\d\d)?(?:(?: ?[-–—] ?)\d[\d,]{0,9}(?:\.\d\d)?(?! ?%| ?[ap]\.?m\b))?(?![\d.,]*[a-z\d])/gi
const amount = /\d[\d,]*(?:\.\d\d)?/g
const percentage = /(?<![\w$.])\d{1,3}(?:\.\d{1,2})? ?(?:%|percent\b)/gi

const centsOf = (text: string): string => String(Math.round(Number(text.replaceAll(',', '')) * 100))
const dollars = (cents: string): string => `$${(Number(cents) / 100).toFixed(Number(cents) % 100 === 0 ? 0 : 2)}`

const pricesIn = (passage: Passage): Fact[] =>
  rangesOf(passage.text, price).flatMap((range) =>
    [...range.text.matchAll(amount)].map(([text]) => ({ range, value: centsOf(text), shown: dollars(centsOf(text)), passage })),
  )

const percentagesIn = (passage: Passage): Fact[] =>
  rangesOf(passage.text, percentage).map((range) => {
    const number = String(Number.parseFloat(range.text))
    return { range, value: number, shown: `${number}%`, passage }
  })

/** Returns the times of day. In "6–9:30 pm", the first one has no "pm" of its own. */
function timesIn(passage: Passage): Fact[] {
  const times = spokenTimes(passage.text)
  const ranges = spokenRanges(passage.text)
  const beginnings = ranges
    .filter(({ from }) => !times.some((time) => time.from === from))
    .map(({ start, ...range }) => ({ ...range, minutes: start }))
  return [...times, ...beginnings].map(({ minutes, from, to }) => ({
    range: { from, to },
    value: String(minutes),
    shown: timeInWords(minutes),
    passage,
  }))
}

const datesIn = (passage: Passage, near: CalendarDate): Fact[] =>
  spokenDates(passage.text, near).flatMap(({ start, end, ...range }) =>
    [start, end]
      .filter((date) => date !== undefined)
      .map((date) => ({ range, value: date.slice(5), shown: formatDay(date, { month: 'long', day: 'numeric' }), passage })),
  )

/** Words that say what a fact is about. Facts with different ones don't contradict each other. */
const roles =
  /\b(?:doors?|show|starts?|opens?|opening|close[sd]?|closing|until|till|by|before|after|deadline|rsvp|ends?|early|register|members?|kids?|children|adults?|seniors?|students?|was|off|save|deposit|fee|over|up|tips?|raised|spend|minimum)\b/gi
const SURROUNDINGS = 40

/** Words that say nothing about what a fact is about. */
const fillers = new Set(
  'the a an of to in on at for and or your our you we is are with this that all from only just now get it be'.split(' '),
)

interface Situation {
  roles: Set<string>
  words: Set<string>
}

/** Returns what the words around a fact, in its line or sentence, say about it. */
function situationOf({ passage: { text }, range }: Fact): Situation {
  const { before, after } = surroundings(text, range, SURROUNDINGS, '\n.!?')
  const around = `${before} ${after}`.toLowerCase()
  const near = `${before.slice(-12)} ${after.slice(0, 12)}`.toLowerCase()
  const words = wordsIn(around).flatMap(({ text: word }) => (word.length > 2 && !fillers.has(word) && !/\d/.test(word) ? [word] : []))
  return { roles: new Set([...near.matchAll(roles)].map(([role]) => role)), words: new Set(words) }
}

/** Whether two facts may be about the same thing, and whether their words say so. */
function compareSituations(one: Fact, other: Fact): 'same' | 'unknown' | 'different' {
  const [first, second] = [situationOf(one), situationOf(other)]
  const isSameRole = first.roles.size === second.roles.size && [...first.roles].every((role) => second.roles.has(role))
  if (!isSameRole) return 'different'
  return [...first.words].some((word) => second.words.has(word)) ? 'same' : 'unknown'
}

/** What an amount is for: "/hr", "per person", "a week". */
const unit = /^ ?(?:\/ ?|per |an? )([a-z]{2,12})\b/i
const unitOf = ({ passage, range }: Fact): string | undefined =>
  unit.exec(passage.text.slice(range.to, range.to + SURROUNDINGS))?.[1]?.toLowerCase()

const haveSameUnit = (one: Fact, other: Fact): boolean => unitOf(one) !== undefined && unitOf(one) === unitOf(other)

/** The digits of a value that people type: $45 is "45". */
const typed = (kind: FactKind, { value }: Fact): string => (kind === 'price' ? value.replace(/00$/, '') : value.replaceAll(/\D/g, ''))

/** Whether one value is a likely slip for the other: two digits swapped, or one digit wrong. */
function isSlip(kind: FactKind, one: Fact, other: Fact): boolean {
  const [first, second] = [typed(kind, one), typed(kind, other)]
  if (kind === 'time' || first.length < 2) return false
  return first.length === second.length && editDistance(first, second, 1) === 1
}

/** Digits with a similar shape must be read with this confidence. */
const SIMILAR_MIN = 90

const digitsOf = ({ shown }: Fact): string => shown.replaceAll(/\D/g, '')
const restOf = ({ shown }: Fact): string => shown.replaceAll(/\d/g, '')

const areSimilar = (digits: string, others: string): boolean => isSimilarNumber(digits, others) || isSimilarInHandwriting(digits, others)

/** Whether text recognition is likely to have read one value as the other. */
function isMisread(read: Fact, right: Fact): boolean {
  if (!read.passage.isRecognized || right.passage.isRecognized) return false
  const [digits, rightDigits] = [digitsOf(read), digitsOf(right)]
  if (restOf(read) === restOf(right) && hasLostDigit(digits, rightDigits)) return true
  return areSimilar(digits, rightDigits) && read.passage.confidenceOf(read.range.from, read.range.to) < SIMILAR_MIN
}

/** A text whose facts are compared with those of the others: all captions, all files, or the brief. */
interface Source {
  facts: Fact[]
  /** Values that don't contradict the source, although it doesn't ask for them. */
  known: ReadonlySet<string>
}

/** Returns the facts of one source that the other doesn't say, one for each value. */
function missingIn(facts: readonly Fact[], { known }: Source): Fact[] {
  const missing = new Map(facts.filter(({ value }) => !known.has(value)).map((fact) => [fact.value, fact]))
  return [...missing.values()]
}

const distinct = (facts: readonly Fact[]): number => new Set(facts.map(({ value }) => value)).size

interface Contradiction {
  wrong: Fact
  right: Fact
  certainty: 'sure' | 'likely'
}

/** Returns the value that the other source says about the same thing as `wrong`, if it says several that `wrong`'s source lacks. */
function slipOf(kind: FactKind, wrong: Fact, others: readonly Fact[]): Fact | undefined {
  const [slip, ...more] = others.filter((other) => isSlip(kind, wrong, other) && compareSituations(wrong, other) === 'same')
  return more.length === 0 ? slip : undefined
}

/** Returns the contradiction between two sources: each says one value that the other doesn't say, and both are about the same thing. */
function contradictionOf(kind: FactKind, one: Source, other: Source): Contradiction[] {
  const [wrong, ...moreWrong] = missingIn(one.facts, other)
  const [right, ...moreRight] = missingIn(other.facts, one)
  if (!wrong || !right) return []
  if (moreWrong.length > 0 || moreRight.length > 0) {
    const slip = moreWrong.length === 0 ? slipOf(kind, wrong, [right, ...moreRight]) : undefined
    if (slip) return [{ wrong, right: slip, certainty: 'likely' }]
    const misread = moreRight.length === 0 ? slipOf(kind, right, [wrong, ...moreWrong]) : undefined
    return misread ? [{ wrong: misread, right, certainty: 'likely' }] : []
  }
  const count = distinct(one.facts)
  const isSingle = count === 1 && distinct(other.facts) === 1
  const situation = isSingle && haveSameUnit(wrong, right) ? 'same' : compareSituations(wrong, right)
  // "10 am to 2 pm" and "10 am to 3 pm".
  const isSameRange = kind === 'time' && count > 1 && count === distinct(other.facts)
  const slip = isSlip(kind, wrong, right)
  if (situation === 'different' && !(slip && isSingle)) return []
  const isRecognized = wrong.passage.isRecognized || right.passage.isRecognized
  const isSimilar = isRecognized && areSimilar(typed(kind, wrong), typed(kind, right))
  if (slip && (isSingle || situation === 'same')) {
    return [{ wrong, right, certainty: isSimilar || situation === 'different' ? 'likely' : 'sure' }]
  }
  if (slip || isSameRange || (isSingle && (situation === 'same' || kind === 'time' || kind === 'date')))
    return [{ wrong, right, certainty: 'likely' }]
  return []
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/** Returns the names of the sources that say a value. */
function whoSays(value: string, sources: readonly Source[]): string[] {
  const names = sources.flatMap(({ facts }) => facts.filter((fact) => fact.value === value).map(({ passage }) => lowerFirst(passage.name)))
  return [...new Set(names)]
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const isAmount = (kind: FactKind): boolean => kind === 'price' || kind === 'percentage'

/** Returns the only amount of the files if the text and the brief have only one, too, and agree on another one. */
function lonelyOf(kind: FactKind, text: Source, design: Source, asked: Source): Contradiction[] {
  if (!isAmount(kind) || [text, design, asked].some(({ facts }) => distinct(facts) !== 1)) return []
  const [right, wrong, wanted] = [text.facts[0], design.facts[0], asked.facts[0]]
  if (!right || !wrong || right.value === wrong.value || right.value !== wanted?.value) return []
  return situationOf(wrong).roles.size === 0 ? [{ wrong, right, certainty: 'likely' }] : []
}

function findingsOf(kind: FactKind, { wrong, right, certainty }: Contradiction, sources: readonly Source[]): Found[] {
  const confidence = right.passage.confidenceOf(right.range.from, right.range.to)
  const names = whoSays(right.value, sources)
  const verb = names.length === 1 ? 'says' : 'say'
  const factOf = ({ value }: Fact): string => (kind === 'date' ? factOfDate(`2000-${value}`) : `${kind}:${value}`)
  return findingsAt(wrong.passage, wrong.range, {
    kind,
    certainty: confidence < 85 ? 'likely' : certainty,
    comparedWith: formatList(names.map((name) => name.replace(/^the /, ''))),
    message: `${wrong.passage.name} says ${wrong.shown}. ${capitalized(formatList(names))} ${verb} ${right.shown}.`,
    facts: [factOf(wrong), factOf(right)],
    evidence: right.passage.placeOf(right.range.from, right.range.to),
    ...(wrong.passage.isRecognized && !right.passage.isRecognized && { right: right.shown }),
  })
}

const isReadable = ({ passage, range }: Fact): boolean => passage.confidenceOf(range.from, range.to) >= READABLE

function checkKind(
  kind: FactKind,
  texts: readonly Passage[],
  files: readonly Passage[],
  brief: BriefPassages,
  factsIn: (passage: Passage) => Fact[],
): Found[] {
  const sourceOf = (passages: readonly Passage[], known = passages): Source => ({
    facts: passages.flatMap(factsIn).filter(isReadable),
    known: new Set(known.flatMap(factsIn).map(({ value }) => value)),
  })
  const text = sourceOf(texts)
  const design = sourceOf(files)
  const asked = sourceOf([brief.content], [brief.whole])
  const sources = [text, design, asked]
  const isAsked = ({ value }: Fact): boolean => asked.known.has(value)
  // The brief may name both values, for example a price for members.
  const stated = contradictionOf(kind, text, design)
  const between = (stated.length > 0 ? stated : lonelyOf(kind, text, design, asked))
    .filter(({ wrong, right }) => !isAsked(wrong) || !isAsked(right))
    .map((found) => (isAsked(found.wrong) ? { ...found, wrong: found.right, right: found.wrong } : found))
  const contradictions = [...between, ...contradictionOf(kind, text, asked), ...contradictionOf(kind, design, asked)]
  return contradictions
    .filter(({ wrong, right }) => !isMisread(wrong, right) && !isMisread(right, wrong))
    .flatMap((contradiction) => findingsOf(kind, contradiction, sources))
}

/**
 * Returns prices, percentages, dates and times that contradict each other. `texts` are the caption, or subject and body. Several values that
 * differ are different things, so they cause no finding.
 */
export function checkFacts(texts: readonly Passage[], files: readonly Passage[], brief: BriefPassages, near: CalendarDate): Found[] {
  return [
    ...checkKind('price', texts, files, brief, pricesIn),
    ...checkKind('percentage', texts, files, brief, percentagesIn),
    ...checkKind('date', texts, files, brief, (passage) => datesIn(passage, near)),
    ...checkKind('time', texts, files, brief, timesIn),
  ]
}
