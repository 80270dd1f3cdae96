import type { CalendarDate } from '../rules/business-dates.ts'
import { currentLocale } from './locale.ts'

/** Formatters by locale and options. They are cached, because creating a formatter is slow. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns the formatter of the current locale with these options. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${currentLocale()} ${JSON.stringify(options)}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(currentLocale(), options)
  formatters.set(key, made)
  return made
}

/** Formats a date in the current locale. */
export const formatDay = (date: CalendarDate, options: Intl.DateTimeFormatOptions): string =>
  dateFormat({ ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))
