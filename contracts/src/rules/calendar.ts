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

interface Occurrence {
  seriesId: string | null
  occurrenceDate: CalendarDate | null
}

const keyOf = (seriesId: string | null, date: CalendarDate | null): string => `${seriesId} ${date}`

/**
 * Returns the planned dates for which `tasks` has no task. If a task is created between two queries, a caller gets the planned date and the
 * task. This function then removes the planned date.
 */
export function withoutTasks<Planned extends { seriesId: string; date: CalendarDate }>(
  planned: readonly Planned[],
  tasks: readonly Occurrence[],
): Planned[] {
  const existing = new Set(tasks.map(({ seriesId, occurrenceDate }) => keyOf(seriesId, occurrenceDate)))
  return planned.filter(({ seriesId, date }) => !existing.has(keyOf(seriesId, date)))
}
