import { addDays, type CalendarDate, isCalendarDate, monthOf, weekdayOf } from './business-dates.ts'

export const recurrenceTypes = ['weekly', 'bi-weekly', 'monthly'] as const
export type RecurrenceType = (typeof recurrenceTypes)[number]

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

export const monthWeeks = ['first', 'second', 'third', 'fourth', 'last'] as const
export type MonthWeek = (typeof monthWeeks)[number]

/** How an owner can change a series for the occurrences that are not tasks yet. */
export const seriesChanges = ['changed', 'ended', 'skipped'] as const
export type SeriesChange = (typeof seriesChanges)[number]

export const DEFAULT_WEEKDAY: Weekday = 'monday'
export const DEFAULT_MONTH_WEEK: MonthWeek = 'first'

const ordinal: Record<MonthWeek, string> = { first: '1st', second: '2nd', third: '3rd', fourth: '4th', last: 'last' }
const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** How a task repeats. A weekday that is absent is Monday, and an absent week is the first week of the month. */
export interface RepeatRule {
  recurrenceType: RecurrenceType
  weeklyDayOfWeek?: Weekday | null
  monthlyWeek?: MonthWeek | null
  monthlyDayOfWeek?: Weekday | null
}

/** Returns the recurrence as text, for example "Every other Friday" or "Every month on the last Friday". */
export function recurrenceText(rule: RepeatRule): string {
  if (rule.recurrenceType === 'monthly') {
    const week = ordinal[rule.monthlyWeek ?? DEFAULT_MONTH_WEEK]
    return `Every month on the ${week} ${capitalize(rule.monthlyDayOfWeek ?? DEFAULT_WEEKDAY)}`
  }
  const day = capitalize(rule.weeklyDayOfWeek ?? DEFAULT_WEEKDAY)
  return rule.recurrenceType === 'weekly' ? `Every ${day}` : `Every other ${day}`
}

const DAYS_PER_WEEK = 7
/** Number of weeks between the first day with a name in a month and the day of this week. `last` is the fourth or fifth week. */
const weeksAfterFirst: Record<MonthWeek, number> = { first: 0, second: 1, third: 2, fourth: 3, last: 4 }

/** Returns the first day with this name from `from` on. */
function weekdayFrom(from: CalendarDate, weekday: Weekday): CalendarDate {
  const wanted = weekdays.indexOf(weekday) + 1
  return addDays(from, (wanted - weekdayOf(from) + DAYS_PER_WEEK) % DAYS_PER_WEEK)
}

/** Returns for example the last Friday of the month. `first` is the first day of the month. */
function weekdayOfMonth(first: CalendarDate, week: MonthWeek, weekday: Weekday): CalendarDate {
  const date = addDays(weekdayFrom(first, weekday), weeksAfterFirst[week] * DAYS_PER_WEEK)
  return monthOf(date) === monthOf(first) ? date : addDays(date, -DAYS_PER_WEEK)
}

/** Returns the first day of the next month. */
const monthAfter = (first: CalendarDate): CalendarDate => `${monthOf(addDays(first, 31))}-01`

function ruleDateFrom(rule: RepeatRule, from: CalendarDate): CalendarDate {
  if (rule.recurrenceType !== 'monthly') return weekdayFrom(from, rule.weeklyDayOfWeek ?? DEFAULT_WEEKDAY)
  const week = rule.monthlyWeek ?? DEFAULT_MONTH_WEEK
  const weekday = rule.monthlyDayOfWeek ?? DEFAULT_WEEKDAY
  const month = `${monthOf(from)}-01`
  const inMonth = weekdayOfMonth(month, week, weekday)
  return inMonth >= from ? inMonth : weekdayOfMonth(monthAfter(month), week, weekday)
}

/** A date after the year 9999 has another format, so it cannot be compared with other dates. Such a date is not in any period. */
const within = (date: CalendarDate, until: CalendarDate): CalendarDate | undefined =>
  isCalendarDate(date) && date <= until ? date : undefined

/** Returns the first date of a rule from `from` to `until`, both included. Undefined if there is no such date. */
export const firstOccurrence = (rule: RepeatRule, from: CalendarDate, until: CalendarDate): CalendarDate | undefined =>
  isCalendarDate(from) ? within(ruleDateFrom(rule, from), until) : undefined

/**
 * Returns the date of a rule that follows `previous`, and is not after `until`. Undefined if there is no such date. Only calendar dates are
 * compared, so daylight saving time has no effect.
 */
export const nextOccurrence = (rule: RepeatRule, previous: CalendarDate, until: CalendarDate): CalendarDate | undefined =>
  firstOccurrence(rule, addDays(previous, rule.recurrenceType === 'bi-weekly' ? 2 * DAYS_PER_WEEK : 1), until)

/** Like `nextOccurrence`, but skips dates before `earliest`. */
export function nextOccurrenceFrom(
  rule: RepeatRule,
  previous: CalendarDate,
  until: CalendarDate,
  earliest: CalendarDate,
): CalendarDate | undefined {
  let date = nextOccurrence(rule, previous, until)
  while (date !== undefined && date < earliest) date = nextOccurrence(rule, date, until)
  return date
}
