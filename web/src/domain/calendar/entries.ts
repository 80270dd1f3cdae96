import { formatNumber } from '@app/contracts/format/numbers.ts'
import { CALENDAR_DAY_TASKS_MAX } from '@app/contracts/http/calendar.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import type { PostLinks } from '@app/contracts/rules/posts.ts'
import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import type { LinkProps } from '../../shared/ui/Link.tsx'

/** A task or a planned date in the calendar. */
export interface CalendarEntry {
  key: string
  date: CalendarDate
  title: string
  /** Undefined for a planned date, which is not a task yet. */
  status?: TaskStatus
  companyName?: string
  /** The posting time, or when the task was posted, for example "9:00 AM". */
  time?: string | undefined
  /** Links to a post. */
  links?: PostLinks
  picture?: Pick<Task, 'doneTaskImage' | 'doneTaskThumbnail'>
  /** Link to the task. A planned date has a link to the newest task of its series. Undefined if the series has no task. */
  to?: LinkProps | undefined
  /** Whether the entry can be moved to another day. */
  canMove?: boolean
}

export interface CalendarDay {
  date: CalendarDate
  /** The first entries of the day. */
  entries: readonly CalendarEntry[]
  /** Number of further entries. Null if there are too many to count. */
  more: number | null
}

/** Groups entries by day, in their order. The calendar shows the first entries of a day. The dialog of the day shows all of them. */
export const byDay = (entries: readonly CalendarEntry[]): CalendarDay[] =>
  [...Map.groupBy(entries, ({ date }) => date)].map(([date, ofDay]) => ({
    date,
    entries: ofDay.slice(0, CALENDAR_DAY_TASKS_MAX),
    more: Math.max(0, ofDay.length - CALENDAR_DAY_TASKS_MAX),
  }))

/** Returns the days after the entries with these keys were moved to other days. */
export function withMoves(days: readonly CalendarDay[], moves: ReadonlyMap<string, CalendarDate>): readonly CalendarDay[] {
  const moved = days
    .flatMap(({ entries }) => entries)
    .flatMap((entry) => (moves.has(entry.key) ? [{ ...entry, date: moves.get(entry.key) ?? entry.date }] : []))
  if (moved.length === 0) return days
  const stay = days.map((day) => ({ ...day, entries: day.entries.filter(({ key }) => !moves.has(key)) }))
  const dates = new Set([...stay.map(({ date }) => date), ...moved.map(({ date }) => date)])
  return [...dates]
    .map((date) => {
      const { entries, more } = stay.find((day) => day.date === date) ?? { entries: [], more: 0 }
      return { date, entries: [...entries, ...moved.filter((entry) => entry.date === date)], more }
    })
    .filter(({ entries, more }) => entries.length > 0 || more !== 0)
}

/** Returns "+3 more", or "Show all" if the further entries were not counted. */
export const moreText = (more: number | null): string => (more === null ? 'Show all' : `+${formatNumber(more)} more`)
