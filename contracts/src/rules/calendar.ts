import type { CalendarDate } from './business-dates.ts'

/** The fields of a task that determine its date. */
export interface DatedTask {
  targetPostingDate: CalendarDate | null
  occurrenceDate: CalendarDate | null
  recurrenceStartDate: CalendarDate | null
}

/**
 * Returns the date on which a task must be posted: its posting date, or else its date in the series. The start of the series counts only
 * until the task has a date in the series. Calendars, lists, emails and reminders use this date. Null for a task without any date.
 */
export const calendarDateOf = ({ targetPostingDate, occurrenceDate, recurrenceStartDate }: DatedTask): CalendarDate | null =>
  targetPostingDate ?? occurrenceDate ?? recurrenceStartDate
