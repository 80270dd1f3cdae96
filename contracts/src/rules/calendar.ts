import type { CalendarDate } from './business-dates.ts'

/** The fields of a task that place it in the calendar. */
export interface DatedTask {
  targetPostingDate: CalendarDate | null
  occurrenceDate: CalendarDate | null
  recurrenceStartDate: CalendarDate | null
}

/** Returns the date of a task in the calendar. Null for a task without any date. */
export const calendarDateOf = ({ targetPostingDate, occurrenceDate, recurrenceStartDate }: DatedTask): CalendarDate | null =>
  targetPostingDate ?? occurrenceDate ?? recurrenceStartDate

interface Occurrence {
  seriesId: string | null
  occurrenceDate: CalendarDate | null
}

const keyOf = (seriesId: string | null, date: CalendarDate | null): string => `${seriesId} ${date}`

/**
 * Returns the planned dates for which no task exists. While a planned date becomes a task, a caller can read both. Then the task counts.
 */
export function withoutTasks<Planned extends { seriesId: string; date: CalendarDate }>(
  planned: readonly Planned[],
  tasks: readonly Occurrence[],
): Planned[] {
  const existing = new Set(tasks.map(({ seriesId, occurrenceDate }) => keyOf(seriesId, occurrenceDate)))
  return planned.filter(({ seriesId, date }) => !existing.has(keyOf(seriesId, date)))
}
