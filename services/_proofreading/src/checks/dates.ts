import { formatDay } from '@app/contracts/format/date-format.ts'
import { addDays, type CalendarDate, daysBetween, isCalendarDate, weekdayOf } from '@app/contracts/rules/business-dates.ts'
import { hasLostDigit, isSimilarInHandwriting, isSimilarNumber } from '../edit-distance.ts'
import { type Found, findingsAt, type Passage, surroundings } from '../passages.ts'
import { type SpokenDate, spokenDates } from '../spoken-dates.ts'
import { type SpokenRange, spokenRanges } from '../spoken-times.ts'

/** Beyond this distance, a date without a year may be in another year than the nearest. */
const NEAR_DAYS = 120
/** Dates in earlier years than this are history. */
const RECENT_DAYS = 400
/** A range of dates without years that takes longer is written the wrong way round. */
const RANGE_MAX_DAYS = 300

/** Number of characters around a date that tell what it is about. */
const SURROUNDINGS = 80

const weekdayName = (weekday: number): string => formatDay(addDays('2026-01-04', weekday), { weekday: 'long' })
const dateInWords = (date: CalendarDate): string => formatDay(date, { month: 'long', day: 'numeric' })
const withYear = (date: CalendarDate): string => formatDay(date, { month: 'long', day: 'numeric', year: 'numeric' })

/** The fact that findings about a date share. */
export const factOfDate = (date: CalendarDate): string => `date:${date.slice(5)}`

const recurring = /\b(?:every|each)\W{1,3}$/i

function sameDayInYear(date: CalendarDate, year: number): CalendarDate | undefined {
  const moved = `${year}${date.slice(4)}`
  return isCalendarDate(moved) ? moved : undefined
}

/** Whether the weekdays that a text says fit the first or the last day. */
const fits = ({ weekdays, start, end }: SpokenDate): boolean =>
  weekdays[0] === weekdayOf(start) || (end !== undefined && weekdays.length === 1 && weekdays[0] === weekdayOf(end))

const dayOf = (date: CalendarDate): string => String(Number(date.slice(8)))

/** Whether another day of the month, of which text recognition may have read this one, would fit the weekday. */
function fitsOtherDay({ weekdays, start }: SpokenDate, isReadAs: (day: string, other: string) => boolean): boolean {
  const days = Array.from({ length: 31 }, (_, index) => String(index + 1)).filter((other) => isReadAs(dayOf(start), other))
  return days.some((other) => {
    const date = `${start.slice(0, 8)}${other.padStart(2, '0')}`
    return isCalendarDate(date) && weekdayOf(date) === weekdays[0]
  })
}

/** Narrow fonts make 11 look like 1. */
const isMerged = (day: string, other: string): boolean => other === day + day

/** Returns the written dates that text recognition may have read as this one, by confusing or losing a digit of the day. */
function misreadDates({ isRecognized }: Passage, date: CalendarDate, written: ReadonlySet<CalendarDate>): CalendarDate[] {
  if (!isRecognized || written.has(date)) return []
  const day = dayOf(date)
  return [...written].filter((other) => {
    const right = dayOf(other)
    return (
      date.slice(5, 7) === other.slice(5, 7) && [isSimilarNumber, isSimilarInHandwriting, hasLostDigit].some((isRead) => isRead(day, right))
    )
  })
}

function wrongWeekday(passage: Passage, date: SpokenDate, near: CalendarDate, written: ReadonlySet<CalendarDate>): Found[] {
  const [weekday] = date.weekdays
  if (weekday === undefined || fits(date)) return []
  if (misreadDates(passage, date.start, written).some((other) => weekdayOf(other) === weekday)) return []
  const year = Number(date.start.slice(0, 4))
  const otherYears = [year - 1, year + 1].map((other) => sameDayInYear(date.start, other))
  const inOtherYear = otherYears.find((other) => other !== undefined && weekdayOf(other) === weekday)
  const isFar = !date.hasYear && Math.abs(daysBetween(near, date.start)) > NEAR_DAYS
  if (isFar && inOtherYear !== undefined) return []
  const isWritten = !passage.isRecognized || written.has(date.start)
  if (!isWritten && fitsOtherDay(date, isMerged)) return []
  const words = passage.text.slice(date.from, date.to)
  const { before } = surroundings(passage.text, date, SURROUNDINGS, '\n')
  // A weekday at the end of a line may belong to that line, and not to the date in the next.
  const isTogether = !words.includes('\n') || before.trim() === ''
  const isRead = isWritten || !fitsOtherDay(date, isSimilarNumber)
  const isCertain = isRead && isTogether && date.weekdays.length === 1 && !recurring.test(before)
  const hint =
    inOtherYear !== undefined && inOtherYear < date.start ? ` In ${inOtherYear.slice(0, 4)}, it was a ${weekdayName(weekday)}.` : ''
  return findingsAt(passage, date, {
    kind: 'weekday',
    certainty: isCertain ? 'sure' : 'likely',
    comparedWith: 'calendar',
    message:
      `${passage.name} says ${weekdayName(weekday)}, ${dateInWords(date.start)}. ` +
      `${withYear(date.start)} is a ${weekdayName(weekdayOf(date.start))}.${hint}`,
    facts: [factOfDate(date.start)],
  })
}

/** Words that tell of the past, or of something that began in the past and goes on. */
const retrospective =
  /\b(?:since|founded|established|est|opened|began|started|born|was|were|last|ago|history|anniversary|thanks?|recap|happened|came|joined|celebrated|memor(?:y|ies)|throwback|tbt|flashback|posted|updated|as of|had|did|made|won|held|hosted|served|until now|ever)\b(?!['’]t)/i
const continuing = /\b(?:from|starting|beginning|now)\b[^.]{0,12}$/i

function passed(
  passage: Passage,
  date: SpokenDate,
  near: CalendarDate,
  written: ReadonlySet<CalendarDate>,
  plan: Plan | undefined,
): Found[] {
  const last = date.end ?? date.start
  if (last >= near || daysBetween(last, near) > RECENT_DAYS) return []
  if (misreadDates(passage, last, written).some((other) => other >= near)) return []
  const { before, after } = surroundings(passage.text, date, SURROUNDINGS, '\n!?')
  const isVersion = date.isNumeric && date.weekdays.length === 0
  if (retrospective.test(before) || retrospective.test(after) || continuing.test(before) || isVersion) return []
  if (!date.hasYear && daysBetween(last, near) > NEAR_DAYS) return []
  const isCertain = date.hasYear || date.weekdays.length > 0
  return findingsAt(passage, date, {
    kind: 'date-passed',
    certainty: isCertain && !passage.isRecognized ? 'sure' : 'likely',
    comparedWith: plan ?? 'calendar',
    message: plan
      ? `${passage.name} says ${withYear(last)}. This is before the ${plan}, ${withYear(near)}.`
      : `${passage.name} says ${withYear(last)}. This date has passed.`,
    facts: [factOfDate(last)],
  })
}

function reversedDates(passage: Passage, date: SpokenDate, written: ReadonlySet<CalendarDate>): Found[] {
  if (date.end === undefined) return []
  if ([date.start, date.end].some((day) => misreadDates(passage, day, written).length > 0)) return []
  const days = daysBetween(date.start, date.end)
  if (days >= 0 && (days <= RANGE_MAX_DAYS || date.hasYear)) return []
  return findingsAt(passage, date, {
    kind: 'times-reversed',
    certainty: 'likely',
    comparedWith: 'calendar',
    message: `${passage.name} says from ${dateInWords(date.start)} to ${dateInWords(date.end)}. The end is before the beginning.`,
    facts: [factOfDate(date.start), factOfDate(date.end)],
  })
}

const reversedTimes = (passage: Passage, range: SpokenRange): Found[] =>
  findingsAt(passage, range, {
    kind: 'times-reversed',
    certainty: 'sure',
    comparedWith: 'the times themselves',
    message: `${passage.name} says “${range.text}”. The end is before the beginning.`,
    facts: [`times:${range.start}-${range.end}`],
  })

const EARLY = 5 * 60
const NOON = 12 * 60
const DAY = 24 * 60
/** Nothing takes longer than this, not even a night in a hotel. */
const LONGEST = 18 * 60

/** Whether a range of times ends before it begins. A range from any time to the small hours is a night. */
const isReversed = ({ start, end }: SpokenRange): boolean =>
  end < start && (end >= NOON || (start < NOON && end >= EARLY) || end + DAY - start > LONGEST)

/** The planned date of a text, as messages name it. */
type Plan = 'posting date' | 'date of the email'

/**
 * Returns weekdays that don't fit their date, dates before the planned date, and ranges that end before they begin. `near` is the planned
 * date, or the current date without a plan.
 */
export function checkDates(passages: readonly Passage[], near: CalendarDate, plan: Plan | undefined): Found[] {
  const dates = new Map(passages.map((passage) => [passage, spokenDates(passage.text, near)]))
  const written = new Set(
    [...dates].flatMap(([{ isRecognized }, said]) =>
      isRecognized ? [] : said.flatMap(({ start, end }) => (end === undefined ? [start] : [start, end])),
    ),
  )
  return [...dates].flatMap(([passage, said]) => [
    ...said.flatMap((date) => [
      ...wrongWeekday(passage, date, near, written),
      ...passed(passage, date, near, written, plan),
      ...reversedDates(passage, date, written),
    ]),
    ...spokenRanges(passage.text, passage.isRecognized)
      .filter(isReversed)
      .flatMap((range) => reversedTimes(passage, range)),
  ])
}
