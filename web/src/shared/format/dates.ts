import { type CalendarDate, DEFAULT_TIMEZONE, daysBetween, todayIn, tomorrowIn } from '@app/contracts/rules/business-dates.ts'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAYS_IN_WORDS = 7

/** The calendar date, in this browser's zone, of a calendar date (itself) or an instant (ISO 8601). */
export function calendarDate(value: string | Date): CalendarDate {
  if (typeof value === 'string' && value.length === 10) return value
  const date = new Date(value)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** "Mon 7 Dec 2026" */
export function formatDate(value: string): string {
  return `${formatDay(value)} ${calendarDate(value).slice(0, 4)}`
}

/** "Mon 7 Dec" */
export function formatDay(value: string): string {
  const date = new Date(`${calendarDate(value)}T00:00:00Z`)
  return `${weekdays[date.getUTCDay()]} ${date.getUTCDate()} ${months[date.getUTCMonth()]}`
}

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

/** "9:05 AM", in this browser's zone. */
export const formatClock = (instant: string): string => clock.format(new Date(instant)).replace(/\s/, ' ')

/**
 * "today", "tomorrow", "yesterday", "in 5 days", "5 days ago"; beyond a week "Mon 7 Dec", with its year if that is another one.
 * A calendar date is one of the business's, by its clock; an instant is one of the real clock.
 */
export function relativeDate(value: string, today: CalendarDate = calendarDate(value.length === 10 ? businessNow() : new Date())): string {
  const days = daysBetween(today, calendarDate(value))
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  if (Math.abs(days) > DAYS_IN_WORDS) return isSameYear(value, today) ? formatDay(value) : formatDate(value)
  return days > 0 ? `in ${days} days` : `${-days} days ago`
}

const isSameYear = (value: string, today: CalendarDate): boolean => calendarDate(value).slice(0, 4) === today.slice(0, 4)

/** What the gateway writes into the page, so that browser and services mean the same day. */
const deployed = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="business-${name}"]`)?.content
/** The business's. */
export const timeZone = (): string => deployed('timezone') || DEFAULT_TIMEZONE

/** Now by the business's clock, which runs ahead in a rehearsal. */
export const businessNow = (): Date => new Date(Date.now() + Number(deployed('clock-ahead') ?? 0))
export const businessToday = (): CalendarDate => todayIn(timeZone(), businessNow())
export const businessTomorrow = (): CalendarDate => tomorrowIn(timeZone(), businessNow())
