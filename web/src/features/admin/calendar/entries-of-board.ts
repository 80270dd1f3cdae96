import { formatTimeOfDay } from '@app/contracts/format/times.ts'
import type { BoardTask } from '@app/contracts/http/board.ts'
import { CALENDAR_COUNT_MAX, CALENDAR_DAY_TASKS_MAX, type getBoardCalendar, type PlannedDate } from '@app/contracts/http/calendar.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { withoutTasks } from '@app/contracts/rules/planned-dates.ts'
import { canMove } from '@app/contracts/rules/task-status.ts'
import type { CalendarDay, CalendarEntry } from '../../../domain/calendar/entries.ts'
import type { Reply } from '../../../shared/api/route-types.ts'
import { formatClock } from '../../../shared/format/dates.ts'
import type { LinkProps } from '../../../shared/ui/Link.tsx'
import { postingTimeInWords } from '../board/posting-time.ts'

export type BoardCalendar = Reply<typeof getBoardCalendar>

/** Returns a link to the task with this number. */
type LinkTo = (taskId: number) => LinkProps

export const taskEntry = (task: BoardTask, date: CalendarDate, linkTo: LinkTo): CalendarEntry => ({
  key: task._id,
  date,
  title: task.title,
  status: task.currentStatus,
  companyName: task.companyName,
  time: task.postedAt ? formatClock(task.postedAt) : postingTimeInWords(task),
  picture: task,
  to: linkTo(task.taskId),
  canMove: canMove(task),
})

export const plannedEntry = (planned: PlannedDate, linkTo: LinkTo): CalendarEntry => {
  const { seriesId, date, title, companyName, newestTaskId, targetPostingTime: time } = planned
  return {
    key: `${seriesId} ${date}`,
    date,
    title,
    companyName,
    time: time && formatTimeOfDay(time),
    to: newestTaskId === null ? undefined : linkTo(newestTaskId),
  }
}

/** Returns the days of the calendar. In each day, the tasks come before the planned dates. */
export function daysOf({ days, planned }: BoardCalendar, linkTo: LinkTo): CalendarDay[] {
  const tasksOf = new Map(days.map((day) => [day.date, day]))
  const free = withoutTasks(
    planned.dates,
    days.flatMap(({ tasks }) => tasks),
  )
  const plannedOf = Map.groupBy(free, ({ date }) => date)
  return [...new Set([...tasksOf.keys(), ...plannedOf.keys()])].map((date) => {
    const { tasks = [], count = 0 } = tasksOf.get(date) ?? {}
    const ofSeries = plannedOf.get(date) ?? []
    const entries = [
      ...tasks.map((task) => taskEntry(task, date, linkTo)),
      ...ofSeries.map((plannedDate) => plannedEntry(plannedDate, linkTo)),
    ].slice(0, CALENDAR_DAY_TASKS_MAX)
    return { date, entries, more: count === CALENDAR_COUNT_MAX ? null : count + ofSeries.length - entries.length }
  })
}
