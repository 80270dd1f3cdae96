/** A calendar date without a time, `YYYY-MM-DD`. Dates can be compared as strings. */
export type CalendarDate = string

export const DEFAULT_TIMEZONE = 'America/New_York'

/** The time zones in which a day begins first and last. */
export const FIRST_TIME_ZONE = 'Pacific/Kiritimati'
export const LAST_TIME_ZONE = 'Etc/GMT+12'

export const DATE_INVALID = 'Please enter a valid date'

const DAY = 86_400_000
const pattern = /^\d{4}-\d{2}-\d{2}$/

const toUtc = (date: CalendarDate): number => Date.parse(`${date}T00:00:00Z`)

/** Whether the date exists. False for 2026-02-30. */
export function isCalendarDate(value: string): boolean {
  if (!pattern.test(value)) return false
  const time = toUtc(value)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

const dateTime = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/

/** Returns the date of an ISO 8601 date with a time, as written there: its time zone does not matter. Other texts stay unchanged. */
export const withoutTime = (text: string): string => dateTime.exec(text)?.[1] ?? text

/** Formatters by time zone. They are cached, because creating a formatter is slow. */
const formatters: Record<string, Intl.DateTimeFormat> = {}

/** Returns the calendar date at `now` in an IANA time zone. Browser and services must get the current date only from this function. */
export function todayIn(timeZone: string, now: Date = new Date()): CalendarDate {
  formatters[timeZone] ??= new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return formatters[timeZone].format(now)
}

export const addDays = (date: CalendarDate, days: number): CalendarDate => new Date(toUtc(date) + days * DAY).toISOString().slice(0, 10)

export const tomorrowIn = (timeZone: string, now?: Date): CalendarDate => addDays(todayIn(timeZone, now), 1)

export const daysBetween = (from: CalendarDate, to: CalendarDate): number => Math.round((toUtc(to) - toUtc(from)) / DAY)

/** Returns the day of the week: 0 for Sunday, 6 for Saturday. */
export const weekdayOf = (date: CalendarDate): number => new Date(toUtc(date)).getUTCDay()

export const isSunday = (date: CalendarDate): boolean => weekdayOf(date) === 0

/** Whether the date is a day from Monday to Friday. Holidays are not considered. */
export const isWorkingDay = (date: CalendarDate): boolean => weekdayOf(date) >= 1 && weekdayOf(date) <= 5

/** Returns the first working day after a date. */
export function nextWorkingDay(date: CalendarDate): CalendarDate {
  const next = addDays(date, 1)
  return isWorkingDay(next) ? next : nextWorkingDay(next)
}

export const monthOf = (date: CalendarDate): string => date.slice(0, 7)
