/** A calendar date without time, `YYYY-MM-DD`. Compares correctly as text. */
export type CalendarDate = string

export const DEFAULT_TIMEZONE = 'America/New_York'

const DAY = 86_400_000
const shape = /^\d{4}-\d{2}-\d{2}$/

const toUtc = (date: CalendarDate): number => Date.parse(`${date}T00:00:00Z`)

/** True for a date that exists: 2026-02-30 does not. */
export function isCalendarDate(value: string): boolean {
  if (!shape.test(value)) return false
  const time = toUtc(value)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

/** Formatters by time zone: creating one takes far longer than using it. A deployment has one business time zone. */
const formatters: Record<string, Intl.DateTimeFormat> = {}

/** Returns the calendar date at `now` in an IANA time zone. All "today"s of the product, in browser and services, come from here. */
export function todayIn(timeZone: string, now: Date = new Date()): CalendarDate {
  formatters[timeZone] ??= new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return formatters[timeZone].format(now)
}

export const addDays = (date: CalendarDate, days: number): CalendarDate => new Date(toUtc(date) + days * DAY).toISOString().slice(0, 10)

export const tomorrowIn = (timeZone: string, now?: Date): CalendarDate => addDays(todayIn(timeZone, now), 1)

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number => Math.round((toUtc(to) - toUtc(from)) / DAY)

/** `YYYY-MM`: the calendar month a date is in. */
export const monthOf = (date: CalendarDate): string => date.slice(0, 7)

/** "December 2026" for any date of that month. */
export const monthYear = (date: CalendarDate): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(toUtc(date)))
