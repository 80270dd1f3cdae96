import { addDays, type CalendarDate, isWorkingDay, nextWorkingDay, weekdayOf } from './business-dates.ts'
import { instantOf } from './wall-clock.ts'

/** A calendar month, `YYYY-MM`. Months can be compared as strings. */
export type Month = string

/** `prepared`: the team can still change it, and the client doesn't see it. `sent`: it never changes again. */
export const reportStates = ['prepared', 'sent'] as const
export type ReportState = (typeof reportStates)[number]

export const REPORT_TEXT_MAX = 4_000
/** Maximum numbers of entries that a report lists. The report counts further entries. */
export const REPORT_POSTS_MAX = 100
export const REPORT_CAMPAIGNS_MAX = 50
export const REPORT_PLANNED_MAX = 100

/** Reports can be prepared for this many months before the current month. Figures of campaigns are available for two years. */
export const REPORT_MONTHS_BACK = 12

export const MONTH_PATTERN = '^[1-9][0-9]{3}-(0[1-9]|1[0-2])$'

const MONDAY = 1

export const firstDayOf = (month: Month): CalendarDate => `${month}-01`

/** Returns the month that is `months` later, or earlier if `months` is negative. */
export function addMonths(month: Month, months: number): Month {
  const moved = new Date(`${firstDayOf(month)}T00:00:00Z`)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  return moved.toISOString().slice(0, 7)
}

/** Returns the last day of a month. */
export const lastDayOf = (month: Month): CalendarDate => addDays(firstDayOf(addMonths(month, 1)), -1)

/** Returns the instants at which a month begins and ends in a time zone, ISO 8601 in UTC. The month does not contain `until`. */
export function instantsOf(month: Month, timeZone: string): { from: string; until: string } {
  const beginOf = (start: Month) => instantOf(firstDayOf(start), '00:00', timeZone).toISOString()
  return { from: beginOf(month), until: beginOf(addMonths(month, 1)) }
}

/**
 * Whether the first day of a month from Monday to Friday is a US federal holiday. Only two can be: New Year's Day, which is observed on
 * Monday if it is a Sunday, and Labor Day, the first Monday of September.
 */
function isHoliday(firstWeekday: CalendarDate): boolean {
  const [, month, day] = firstWeekday.split('-')
  const isMonday = weekdayOf(firstWeekday) === MONDAY
  return (month === '01' && (day === '01' || (day === '02' && isMonday))) || (month === '09' && isMonday)
}

/** Returns the first day of a month from Monday to Friday that is not a US federal holiday. */
export function firstWorkingDayOf(month: Month): CalendarDate {
  const first = firstDayOf(month)
  const weekday = isWorkingDay(first) ? first : nextWorkingDay(first)
  return isHoliday(weekday) ? nextWorkingDay(weekday) : weekday
}
