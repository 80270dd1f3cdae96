import { type CalendarDate, DEFAULT_TIMEZONE, daysBetween, todayIn, tomorrowIn } from '@app/contracts/rules/business-dates.ts'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAYS_IN_WORDS = 7

const isCalendarDate = (value: string | Date): value is CalendarDate => typeof value === 'string' && value.length === 10

/** Returns the calendar date of an instant (ISO 8601) in the business's time zone. A calendar date is returned unchanged. */
export const calendarDate = (value: string | Date): CalendarDate => (isCalendarDate(value) ? value : todayIn(timeZone(), new Date(value)))

/** Formats a date as "Mon 7 Dec 2026". */
export function formatDate(value: string): string {
  return `${formatDay(value)} ${calendarDate(value).slice(0, 4)}`
}

/** Formats a date as "Mon 7 Dec". */
export function formatDay(value: string): string {
  const date = new Date(`${calendarDate(value)}T00:00:00Z`)
  return `${weekdays[date.getUTCDay()]} ${date.getUTCDate()} ${months[date.getUTCMonth()]}`
}

/** Formats a date in words: "Monday, December 7". Adds the year if it is not the current year: "Monday, January 4, 2027". */
export function formatDayInWords(value: string, today: CalendarDate = todayFor(value)): string {
  const date = calendarDate(value)
  const year = isSameYear(date, today) ? {} : ({ year: 'numeric' } as const)
  const words = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', ...year, timeZone: 'UTC' })
  return words.format(new Date(`${date}T00:00:00Z`))
}

/** Returns "9:05 AM" in the business's time zone. If the browser has another time zone, the zone is added: "9:05 AM EST". */
export function formatClock(instant: string): string {
  const isLocal = new Intl.DateTimeFormat().resolvedOptions().timeZone === timeZone()
  const zone = isLocal ? {} : ({ timeZoneName: 'short' } as const)
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: timeZone(), hour: 'numeric', minute: '2-digit', ...zone })
  return clock.format(new Date(instant)).replace(/\s/, ' ')
}

/**
 * Returns "yesterday", "today", "tomorrow", "in 5 days" or "5 days ago". For dates more than a week away: "Mon 7 Dec", or
 * "Mon 4 Jan 2027" in another year.
 */
export function relativeDate(value: string, today: CalendarDate): string {
  const days = daysBetween(today, calendarDate(value))
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  if (Math.abs(days) > DAYS_IN_WORDS) return isSameYear(value, today) ? formatDay(value) : formatDate(value)
  return days > 0 ? `in ${days} days` : `${-days} days ago`
}

const isSameYear = (value: string, today: CalendarDate): boolean => calendarDate(value).slice(0, 4) === today.slice(0, 4)

/** Reads a setting that the gateway writes into the page, so that browser and services use the same date. */
const deployed = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="business-${name}"]`)?.content
export const timeZone = (): string => deployed('timezone') || DEFAULT_TIMEZONE

/** The business clock may be ahead of the real clock, to rehearse future days. */
const businessNow = (): Date => new Date(Date.now() + Number(deployed('clock-ahead') ?? 0))
export const businessToday = (): CalendarDate => todayIn(timeZone(), businessNow())
export const businessTomorrow = (): CalendarDate => tomorrowIn(timeZone(), businessNow())

/** Returns today's date for a comparison with `value`. A calendar date uses the business clock, and an instant uses the real clock. */
export const todayFor = (value: string): CalendarDate => (isCalendarDate(value) ? businessToday() : todayIn(timeZone()))
