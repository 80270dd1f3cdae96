import { type CalendarDate, daysBetween } from '../rules/business-dates.ts'
import { formatDay as format } from './date-format.ts'
import { formatRelativeDay } from './relative.ts'

/** Largest distance from today at which a weekday names only one day. */
const WEEKDAY_DAYS = 6

const FULL = { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const

/** Returns a date in full, for example "Wed, Nov 25, 2026". */
export const formatDate = (date: CalendarDate): string => format(date, FULL)

/** Returns the weekday of a date: "Wed", or "Wednesday" with `long`. */
export const formatWeekday = (date: CalendarDate, length: 'short' | 'long' = 'short'): string => format(date, { weekday: length })

/**
 * Returns a date for a sentence, for example "Monday, December 7", or "Mon, Dec 7" with `short`. Adds the year if it is not the year of
 * `today`.
 */
export function formatDayInWords(date: CalendarDate, today: CalendarDate, length: 'short' | 'long' = 'long'): string {
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  return format(date, { weekday: length, month: length, day: 'numeric', ...(!isThisYear && { year: 'numeric' }) })
}

/** Returns the month of a date, for example "November 2026". */
export const formatMonth = (date: CalendarDate): string => format(date, { month: 'long', year: 'numeric' })

/**
 * Returns "yesterday", "today" or "tomorrow". For other days up to six days after today, returns the weekday. For all other days, returns
 * the full date. If the event has happened (`isPast`), also returns the weekday for the days up to six days before today. Without `isPast`,
 * such a day is overdue, and its weekday would read as a day in the coming week.
 */
export function formatNearDate(date: CalendarDate, today: CalendarDate, isPast = false): string {
  const days = daysBetween(today, date)
  if (Math.abs(days) <= 1) return formatRelativeDay(days)
  const isNear = days > 0 ? days <= WEEKDAY_DAYS : isPast && days >= -WEEKDAY_DAYS
  return isNear ? formatWeekday(date) : formatDate(date)
}
