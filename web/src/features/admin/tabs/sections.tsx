import type { BoardTask, TaskSort } from '@app/contracts/http/board.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import { Time } from '../../../shared/ui/Time.tsx'
import { launchBadge, periodOf } from '../board/due-dates.ts'
import { sortDates } from '../board/sort-dates.ts'
import type { Section } from './TaskSections.tsx'

/** Splits a list that is sorted by a date at the headings Late, Today, This week, Later and No date. Other lists are one section. */
export function byPeriod(tasks: readonly BoardTask[], sort: TaskSort | undefined, today: CalendarDate): Section[] {
  const date = sort && sortDates[sort]
  if (!date) return [{ key: 'all', heading: undefined, tasks }]
  return [...Map.groupBy(tasks, (task) => periodOf(date(task), today))].map(([period, ofPeriod]) => ({
    key: period,
    heading: period,
    tasks: ofPeriod,
  }))
}

/** Splits due tasks, the longest overdue first, at the headings Late and Today. */
export const byLateness = (tasks: readonly BoardTask[], today: CalendarDate): Section[] =>
  [...Map.groupBy(tasks, (task) => (launchBadge(task, today) === 'Today' ? 'Today' : 'Late'))].map(([heading, ofHeading]) => ({
    key: heading,
    heading,
    tasks: ofHeading,
  }))

/** Splits a list that is sorted by posting date into one section for each date. */
export const byPostingDate = (tasks: readonly BoardTask[]): Section[] =>
  [...Map.groupBy(tasks, calendarDateOf)].map(([date, ofDate]) => ({
    key: date ?? 'none',
    heading: date ? <Time value={date} /> : 'No date',
    tasks: ofDate,
  }))
