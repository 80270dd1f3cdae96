import type { CalendarDate } from './business-dates.ts'

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
