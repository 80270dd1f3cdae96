import { addDays, type CalendarDate, daysBetween, isCalendarDate, monthOf, weekdayOf } from './business-dates.ts'
import { DEFAULT_MONTH_WEEK, DEFAULT_WEEKDAY, type MonthWeek, monthWeeks, type RepeatRule, type Weekday, weekdays } from './recurrence.ts'

const DAYS_PER_WEEK = 7
/**
 * Number of weeks between the first and, for example, the third Friday of a month. `last` stands for the fifth Friday. In a month with only
 * four Fridays, `weekdayOfMonth` subtracts a week.
 */
const weeksAfterFirst: Record<MonthWeek, number> = { first: 0, second: 1, third: 2, fourth: 3, last: 4 }

/** Returns the first date on or after `from` that is this weekday. */
function weekdayFrom(from: CalendarDate, weekday: Weekday): CalendarDate {
  const wanted = weekdays.indexOf(weekday) + 1
  return addDays(from, (wanted - weekdayOf(from) + DAYS_PER_WEEK) % DAYS_PER_WEEK)
}

/** Returns the date of a weekday in a month, for example of the last Friday. `first` is the first day of the month. */
function weekdayOfMonth(first: CalendarDate, week: MonthWeek, weekday: Weekday): CalendarDate {
  const date = addDays(weekdayFrom(first, weekday), weeksAfterFirst[week] * DAYS_PER_WEEK)
  return monthOf(date) === monthOf(first) ? date : addDays(date, -DAYS_PER_WEEK)
}

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
 * Returns the next date of a rule after `previous`. Undefined if this date is after `until`. Only calendar dates are compared, so daylight
 * saving time has no effect.
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

/** Returns a rule that repeats in the same way, but on the weekday of `date`, and if it is monthly, in the week of `date`. */
export function ruleOnDate({ recurrenceType, monthlyWeek }: RepeatRule, date: CalendarDate): RepeatRule {
  const weekday = weekdays[(weekdayOf(date) + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK] ?? DEFAULT_WEEKDAY
  if (recurrenceType !== 'monthly') return { recurrenceType, weeklyDayOfWeek: weekday }
  const isLast = monthOf(addDays(date, DAYS_PER_WEEK)) !== monthOf(date)
  const week = isLast && monthlyWeek === 'last' ? 'last' : monthWeeks[Math.floor((Number(date.slice(-2)) - 1) / DAYS_PER_WEEK)]
  return { recurrenceType, monthlyWeek: week ?? DEFAULT_MONTH_WEEK, monthlyDayOfWeek: weekday }
}

/** Returns the first date on or after `from` whose distance from `start` is a multiple of two weeks. */
const fortnightFrom = (start: CalendarDate, from: CalendarDate): CalendarDate =>
  addDays(start, Math.ceil(daysBetween(start, from) / (2 * DAYS_PER_WEEK)) * 2 * DAYS_PER_WEEK)

/**
 * Returns the dates of a rule from `from` to `until`, both included, at most `max`. `start` is a date of the rule. The dates before `start`
 * are not returned. The distance between `start` and `from` has no effect on the running time.
 */
export function occurrencesBetween(
  rule: RepeatRule,
  start: CalendarDate,
  { from, until, max }: { from: CalendarDate; until: CalendarDate; max: number },
): CalendarDate[] {
  const earliest = start >= from ? start : rule.recurrenceType === 'bi-weekly' ? fortnightFrom(start, from) : from
  const dates: CalendarDate[] = []
  let date = earliest <= until ? firstOccurrence(rule, earliest, until) : undefined
  while (date !== undefined && dates.length < max) {
    dates.push(date)
    date = nextOccurrence(rule, date, until)
  }
  return dates
}
