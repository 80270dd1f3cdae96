import { formatDate, formatNearDate } from '@app/contracts/format/dates.ts'
import { formatTime, formatTimeWithZone } from '@app/contracts/format/times.ts'
import { type CalendarDate, DEFAULT_TIMEZONE, todayIn, tomorrowIn } from '@app/contracts/rules/business-dates.ts'
import { deployed } from './deployed.ts'
import { serverNow } from './server-clock.ts'

const isCalendarDate = (value: string | Date): value is CalendarDate => typeof value === 'string' && value.length === 10

/** Returns the calendar date of an instant (ISO 8601), by default in the business's time zone. A calendar date is returned unchanged. */
export const calendarDate = (value: string | Date, zone = timeZone()): CalendarDate =>
  isCalendarDate(value) ? value : todayIn(zone, new Date(value))

/** Returns "9:05 AM" in a time zone, by default the business's. If the browser has another one, the zone is added: "9:05 AM EST". */
export function formatClock(instant: string, zone = timeZone()): string {
  const isLocal = new Intl.DateTimeFormat().resolvedOptions().timeZone === zone
  return isLocal ? formatTime(instant, zone) : formatTimeWithZone(instant, zone)
}

/** Formats a date as "Wed, Nov 25, 2026". Adds the time of an instant: "Wed, Nov 25, 2026, 9:05 AM". */
export function formatInFull(value: string, zone = timeZone()): string {
  const date = formatDate(calendarDate(value, zone))
  return isCalendarDate(value) ? date : `${date}, ${formatClock(value, zone)}`
}

/**
 * Formats a date within a week from today as "today" or "Wed", and other dates in full. A calendar date before yesterday is also formatted
 * in full. It may be an overdue date, and readers would take its weekday for a day in the coming week.
 */
export const formatNear = (value: string, today: CalendarDate): string => formatNearDate(calendarDate(value), today, !isCalendarDate(value))

export const timeZone = (): string => deployed('timezone') || DEFAULT_TIMEZONE

/** The business clock may be ahead of the real clock, to rehearse future days. */
const businessNow = (): Date => new Date(serverNow().getTime() + Number(deployed('clock-ahead') ?? 0))

const MINUTE_MS = 60_000

/** Returns when the current minute of the business clock began, in ms since 1970. */
export const businessMinute = (): number => Math.floor(businessNow().getTime() / MINUTE_MS) * MINUTE_MS

export const businessToday = (): CalendarDate => todayIn(timeZone(), businessNow())
export const businessTomorrow = (): CalendarDate => tomorrowIn(timeZone(), businessNow())

/** Returns today's date for a comparison with `value`. A calendar date uses the business clock, and an instant uses the real clock. */
export const todayFor = (value: string): CalendarDate => (isCalendarDate(value) ? businessToday() : todayIn(timeZone(), serverNow()))
