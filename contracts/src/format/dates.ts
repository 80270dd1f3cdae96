import { type CalendarDate, daysBetween } from '../rules/business-dates.ts'
import { dateFormat } from './date-format.ts'
import { formatRelativeDay } from './relative.ts'

/** Largest distance from today at which a weekday names only one day. */
const WEEKDAY_DAYS = 6

const FULL = { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const

const format = (date: CalendarDate, options: Intl.DateTimeFormatOptions): string =>
  dateFormat({ ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))

/** Returns a date in full, for example "Wed, Nov 25, 2026". */
export const formatDate = (date: CalendarDate): string => format(date, FULL)

/** Returns the weekday of a date: "Wed", or "Wednesday" with `long`. */
export const formatWeekday = (date: CalendarDate, length: 'short' | 'long' = 'short'): string => format(date, { weekday: length })

/** Returns the month of a date, for example "November 2026". */
export const formatMonth = (date: CalendarDate): string => format(date, { month: 'long', year: 'numeric' })

/**
 * Returns "yesterday", "today" or "tomorrow". Returns the weekday for other days within a week from today, and the full date for all
 * other days. `isPast` is true for an event that has happened: only its weekday may be in the past. The weekday of an overdue date would
 * read as a day in the coming week.
 */
export function formatNearDate(date: CalendarDate, today: CalendarDate, isPast = false): string {
  const days = daysBetween(today, date)
  if (Math.abs(days) <= 1) return formatRelativeDay(days)
  const isNear = days > 0 ? days <= WEEKDAY_DAYS : isPast && days >= -WEEKDAY_DAYS
  return isNear ? formatWeekday(date) : formatDate(date)
}
