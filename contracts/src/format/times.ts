import { todayIn } from '../rules/business-dates.ts'
import type { TimeOfDay } from '../rules/posting-time.ts'
import { dateFormat } from './date-format.ts'
import { formatDate } from './dates.ts'

/** Formats an instant. Some locales separate the hour and "AM" by a narrow space, which fonts and plain-text emails may not have. */
const format = (instant: string | Date, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(options).format(new Date(instant)).replaceAll(/\s/g, ' ')

/** Returns the time of day of an instant in an IANA time zone, for example "9:00 AM". */
export const formatTime = (instant: string | Date, timeZone: string): string =>
  format(instant, { timeZone, hour: 'numeric', minute: '2-digit' })

/** Returns a time of day `HH:MM` for people, for example "9:00 AM". */
export const formatTimeOfDay = (time: TimeOfDay): string => formatTime(`2000-01-01T${time}:00Z`, 'UTC')

/** Returns the time of day with the name of the time zone, for example "9:00 AM EST". */
export const formatTimeWithZone = (instant: string | Date, timeZone: string): string =>
  format(instant, { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })

/** Returns date and time of an instant, for example "Wed, Nov 25, 2026, 9:00 AM EST". */
export const formatDateAndTime = (instant: string | Date, timeZone: string): string =>
  `${formatDate(todayIn(timeZone, new Date(instant)))}, ${formatTimeWithZone(instant, timeZone)}`

/** Returns the name of an IANA time zone, for example "Eastern Time". */
export const formatTimeZone = (timeZone: string): string =>
  dateFormat({ timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
