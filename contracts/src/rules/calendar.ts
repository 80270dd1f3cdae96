import type { CalendarDate } from './business-dates.ts'

/** The fields of a task that determine its date. */
export interface DatedTask {
  targetPostingDate: CalendarDate | null
  occurrenceDate: CalendarDate | null
  recurrenceStartDate: CalendarDate | null
  /** The date on which the task was posted. Null or absent if it is not posted. */
  postedOn?: CalendarDate | null
}

/**
 * Returns the date on which a task must be posted: its posting date, or else its date in the series. The start of the series counts only
 * until the task has a date in the series. Emails and the review page use this date. Null for a task without any date.
 */
export const plannedDateOf = ({ targetPostingDate, occurrenceDate, recurrenceStartDate }: DatedTask): CalendarDate | null =>
  targetPostingDate ?? occurrenceDate ?? recurrenceStartDate

/** Returns the date on which a task was posted, or else must be posted. Calendars, lists and reminders use this date. */
export const calendarDateOf = (task: DatedTask): CalendarDate | null => task.postedOn ?? plannedDateOf(task)
