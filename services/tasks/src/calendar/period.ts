import { refusedField } from '@app/chassis/http/errors.ts'
import { CALENDAR_DAYS_MAX } from '@app/contracts/http/calendar.ts'
import { type CalendarDate, daysBetween, isCalendarDate } from '@app/contracts/rules/business-dates.ts'

/** A period of calendar dates, both included. */
export interface Period {
  from: CalendarDate
  to: CalendarDate
}

/** Returns the date if it exists. Throws 422 for a date such as 2026-02-30. */
export function checkedDay(field: string, date: string): CalendarDate {
  if (!isCalendarDate(date)) throw refusedField(field, 'This date does not exist.')
  return date
}

/** Returns the period if it is valid. Throws 422 if a date does not exist, or if the period is empty or too long. */
export function checkedPeriod(requested: Period): Period {
  const from = checkedDay('from', requested.from)
  const to = checkedDay('to', requested.to)
  const days = daysBetween(from, to) + 1
  if (days < 1 || days > CALENDAR_DAYS_MAX) throw refusedField('to', `The period must have 1 to ${CALENDAR_DAYS_MAX} days.`)
  return { from, to }
}
