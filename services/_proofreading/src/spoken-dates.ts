import { addDays, type CalendarDate, daysBetween, isCalendarDate } from '@app/contracts/rules/business-dates.ts'
import { type ParsedComponents, type ParsedResult, strict } from 'chrono-node'
import type { Range } from './passages.ts'

/** A date as a text says it: with a day, a month, perhaps a weekday and a year. */
export interface SpokenDate extends Range {
  start: CalendarDate
  end: CalendarDate | undefined
  /** The year is the one nearest to the posting date if the text says none. */
  hasYear: boolean
  /** The weekdays that the text says before the date, or directly after it. 0 for Sunday. */
  weekdays: number[]
  /** Whether only digits name the month, as in 12/6. */
  isNumeric: boolean
}

const weekdayName = /\b(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?\b/gi
const weekdayStarts = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const weekdaysIn = (text: string): number[] =>
  [...text.matchAll(weekdayName)].map(([name]) => weekdayStarts.indexOf(name.slice(0, 3).toLowerCase()))

/** A weekday before a date that continues the list: "Sat & " before "Sun, Dec 5". */
const listBefore = /\b(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?\.?(?: ?[-–—&/,+] ?| and | to | thru | through | )$/i
/** A weekday directly after a date: " (Saturday)". */
const weekdayAfter = /^[ ,]{0,2}[(|]? ?(?:an? )?((?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?)\b(?!s)/i
const LIST_LENGTH = 20

const numeric = /^(\d{1,2})([/.-])(\d{1,2})(?:[/.-](\d{2}|\d{4}))?$/
/** Numbers with a slash that are more often fractions or scores than dates. */
const fraction = /^(?:1\/[2-9]|2\/[35]|3\/[4-8]|5\/8|7\/8|9\/11)$/
const unitAfter = /^ ?(?:off|cups?|price|lb|lbs|oz|in|inch|inches|mile|miles|km|k|stars?|hours?|people|tsp|tbsp|pound|price|"|%)(?![a-z])/i

/** Whether digits with a slash are a date. With a month as a word they always are. */
function isDate(text: string, after: string, hasWeekday: boolean): boolean {
  if (unitAfter.test(after)) return false
  const digits = /\d[\d/.-]*\d/.exec(text)?.[0] ?? ''
  const parts = numeric.exec(digits)
  if (!parts || /[a-z]{3}/i.test(text.replaceAll(weekdayName, '').replaceAll(/\d ?[ap]m\b|\bat\b/gi, ''))) return true
  const [, month = '', separator, day = '', year] = parts
  if (Number(month) > 12 || Number(day) > 31) return false
  if (year !== undefined) return true
  return separator === '/' && (hasWeekday || (month !== day && !fraction.test(digits)))
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** Returns the date of a day without a year that is nearest to another date. Undefined if the day doesn't exist. */
function nearestTo(near: CalendarDate, month: number, day: number): CalendarDate | undefined {
  const year = Number(near.slice(0, 4))
  const dates = [year - 1, year, year + 1].map((each) => `${each}-${twoDigits(month)}-${twoDigits(day)}`).filter(isCalendarDate)
  return dates.sort((one, other) => Math.abs(daysBetween(near, one)) - Math.abs(daysBetween(near, other)))[0]
}

/** A year, also of two digits after another separator than a space: in "December 6 10 am", 10 is no year. */
const year = /\b(?:19|20)\d\d\b|'\d\d\b|\d[/.-]\d{1,2}[/.-]\d\d/

function dateOf(parts: ParsedComponents, hasYear: boolean, near: CalendarDate): CalendarDate | undefined {
  const [day, month] = [parts.get('day'), parts.get('month')]
  if (day === null || month === null) return undefined
  if (!hasYear) return nearestTo(near, month, day)
  const date = `${parts.get('year')}-${twoDigits(month)}-${twoDigits(day)}`
  return isCalendarDate(date) ? date : undefined
}

const hasDay = (parts: ParsedComponents): boolean => parts.isCertain('day') && parts.isCertain('month')

/** The time in the line after a date, which the parser counts to the date. */
const timeBelow = /\n\d[\d:. apm=~–—-]*$/i

/** Returns the end of a range. A range without years may end in the next year. */
function endOf(result: ParsedResult, start: CalendarDate, hasYear: boolean, near: CalendarDate): CalendarDate | undefined {
  const end = result.end && hasDay(result.end) ? dateOf(result.end, hasYear, near) : undefined
  if (end === undefined || end >= start || hasYear) return end
  return nearestTo(addDays(start, 180), Number(end.slice(5, 7)), Number(end.slice(8)))
}

function spokenDate(text: string, result: ParsedResult, nextFrom: number, near: CalendarDate): SpokenDate[] {
  const lead = /^on\s/i.test(result.text) ? 'on '.length : 0
  const said = result.text.slice(lead).trimEnd().replace(timeBelow, '')
  const from = result.index + lead
  const to = from + said.length
  const weekdays = weekdaysIn(said)
  const after = text.slice(to, Math.min(nextFrom, to + LIST_LENGTH))
  if (!hasDay(result.start) || !isDate(said, after, weekdays.length > 0)) return []
  const hasYear = year.test(said) && result.start.isCertain('year')
  const start = dateOf(result.start, hasYear, near)
  if (start === undefined) return []
  const before = listBefore.exec(text.slice(Math.max(0, from - LIST_LENGTH), from))?.[0] ?? ''
  const following = weekdays.length === 0 ? weekdaysIn(weekdayAfter.exec(after)?.[1] ?? '') : []
  return [
    {
      from,
      to,
      start,
      end: endOf(result, start, hasYear, near),
      hasYear,
      weekdays: [...(weekdays.length > 0 ? weekdaysIn(before) : []), ...weekdays, ...following],
      isNumeric: !/[a-z]{3}/i.test(said.replaceAll(weekdayName, '')),
    },
  ]
}

const LINE_EDGE = 12
/** The end of a line after which a date may go on. */
const unfinished =
  /(?:\b(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}|[-–—&])[.,]? ?$/i

/** Returns the text with the line breaks replaced at which no date goes on: to the parser, "14" and "pm" in the next line are a time. */
const withoutBreaks = (text: string): string =>
  text.replaceAll('\n', (_, at: number) => (unfinished.test(text.slice(Math.max(0, at - LINE_EDGE), at)) ? '\n' : '|'))

/** Returns the dates that a text says. Dates without a year are those nearest to `near`. 12/6 is December 6. */
export function spokenDates(text: string, near: CalendarDate): SpokenDate[] {
  const results = strict.parse(withoutBreaks(text), new Date(`${near}T12:00:00Z`))
  const startOfNext = (next: ParsedResult | undefined): number => (next && hasDay(next.start) ? next.index : text.length)
  return results.flatMap((result, index) => spokenDate(text, result, startOfNext(results[index + 1]), near))
}
