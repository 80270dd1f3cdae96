import { daysIntoWeek } from '@app/contracts/format/calendar.ts'
import { addDays, type CalendarDate, isCalendarDate, monthOf } from '@app/contracts/rules/business-dates.ts'
import { useLocation } from 'react-router-dom'
import { useBusinessToday } from '../../shared/format/use-today.ts'
import { useChangeQuery } from '../../shared/ui/use-change-query.ts'

/** A month, `YYYY-MM`. */
export type Month = string

const DAYS_PER_WEEK = 7

export const firstDayOf = (month: Month): CalendarDate => `${month}-01`

export const previousMonth = (month: Month): Month => monthOf(addDays(firstDayOf(month), -1))

/** Returns the next month. The 31st day after the first day of a month is always in the next month. */
export const nextMonth = (month: Month): Month => monthOf(addDays(firstDayOf(month), 31))

/** Returns the weeks of a month. The first and the last week also contain days of the neighboring months. */
export function weeksOf(month: Month): CalendarDate[][] {
  const first = firstDayOf(month)
  const weeks: CalendarDate[][] = []
  for (let start = addDays(first, -daysIntoWeek(first)); monthOf(start) <= month; start = addDays(start, DAYS_PER_WEEK))
    weeks.push(Array.from({ length: DAYS_PER_WEEK }, (_, n) => addDays(start, n)))
  return weeks
}

/** Returns the first and the last day of the weeks of a month: at most 42 days. */
export function periodOf(month: Month): { from: CalendarDate; to: CalendarDate } {
  const weeks = weeksOf(month)
  const [from, to] = [weeks.at(0)?.at(0), weeks.at(-1)?.at(-1)]
  if (!from || !to) throw new Error(`The month ${month} has no weeks`)
  return { from, to }
}

/**
 * Whether the text is a month that screens show. They show the years 2000 to 2099, so that dates have equal lengths and are compared as
 * strings.
 */
export const isMonth = (month: string | null): month is Month => month !== null && /^20\d\d-/.test(month) && isCalendarDate(`${month}-01`)

/** Returns the month of the calendar, from `?month=` in the URL. Without the parameter, returns the current month. */
export function useMonth() {
  const inUrl = new URLSearchParams(useLocation().search).get('month')
  const changeQuery = useChangeQuery()
  const today = useBusinessToday()

  function setMonth(month: Month): void {
    if (isMonth(month)) changeQuery({ month }, { replace: true })
  }
  return { month: isMonth(inUrl) ? inUrl : monthOf(today), setMonth, today }
}
