import { type CalendarDate, weekdayOf } from '../rules/business-dates.ts'
import { formatDay as format } from './date-format.ts'
import { currentLocale } from './locale.ts'

/** Returns the day of the month of a date, for example "4". */
export const formatDayOfMonth = (date: CalendarDate): string => format(date, { day: 'numeric' })

/** Returns weekday, month and day of a date, for example "Friday, December 4". */
export const formatLongDay = (date: CalendarDate): string => format(date, { weekday: 'long', month: 'long', day: 'numeric' })

interface WeekInfo {
  /** 1 for Monday to 7 for Sunday. */
  firstDay: number
}

/** `Intl.Locale` with the method `getWeekInfo`. TypeScript's types and some browsers do not have this method yet. */
interface LocaleWithWeeks extends Intl.Locale {
  getWeekInfo?: () => WeekInfo
}

const DAYS_PER_WEEK = 7

/** Returns the first day of the week of the current locale: 0 for Sunday, 1 for Monday. Returns 0 in browsers without `getWeekInfo`. */
export function firstWeekday(): number {
  const locale: LocaleWithWeeks = new Intl.Locale(currentLocale())
  return (locale.getWeekInfo?.().firstDay ?? DAYS_PER_WEEK) % DAYS_PER_WEEK
}

/** Returns the number of days (0 to 6) between the first day of the date's week and the date. */
export const daysIntoWeek = (date: CalendarDate): number => (weekdayOf(date) - firstWeekday() + DAYS_PER_WEEK) % DAYS_PER_WEEK
