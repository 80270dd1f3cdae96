import type { CalendarDate } from './business-dates.ts'

interface Occurrence {
  seriesId: string | null
  occurrenceDate: CalendarDate | null
}

const keyOf = (seriesId: string | null, date: CalendarDate | null): string => `${seriesId} ${date}`

/**
 * Returns the planned dates without those that already have a task in `tasks`. A caller reads planned dates and tasks with two queries. If a
 * task is created between these queries, the caller gets the planned date and the task.
 */
export function withoutTasks<Planned extends { seriesId: string; date: CalendarDate }>(
  planned: readonly Planned[],
  tasks: readonly Occurrence[],
): Planned[] {
  const existing = new Set(tasks.map(({ seriesId, occurrenceDate }) => keyOf(seriesId, occurrenceDate)))
  return planned.filter(({ seriesId, date }) => !existing.has(keyOf(seriesId, date)))
}
