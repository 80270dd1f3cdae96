import { formatTimeOfDay, formatTimeWithZone } from '@app/contracts/format/times.ts'
import type { BoardTask, TaskCard } from '@app/contracts/http/board.ts'
import { type CalendarDate, todayIn } from '@app/contracts/rules/business-dates.ts'
import { calendarDateOf, type DatedTask } from '@app/contracts/rules/calendar.ts'
import { timeZoneOf } from '@app/contracts/rules/company.ts'
import { isTimeZone } from '@app/contracts/rules/time-zones.ts'
import { instantOf } from '@app/contracts/rules/wall-clock.ts'
import { timeZone } from '../../../shared/format/dates.ts'

/** The fields of a task that determine when it must be posted. The time of day is in the time zone of the company. */
export type TimedTask = DatedTask & Pick<TaskCard, 'targetPostingTime'> & Pick<BoardTask, 'timeZone'>

/** Returns the instant at which a task must be posted. Undefined for a task without a time of day, and without a known time zone. */
function postingInstant(task: TimedTask): Date | undefined {
  const date = calendarDateOf(task)
  const { targetPostingTime: time, timeZone: zone } = task
  return date && time && zone !== undefined ? instantOf(date, time, timeZoneOf(task)) : undefined
}

/** Returns the posting time of a task, for example "9:00 AM", or "9:00 AM PST" in another time zone than the business's. */
export function postingTimeInWords(task: TimedTask, businessZone = timeZone()): string | undefined {
  if (!task.targetPostingTime) return undefined
  const instant = postingInstant(task)
  const zone = timeZoneOf(task)
  return instant && zone !== businessZone ? formatTimeWithZone(instant, zone) : formatTimeOfDay(task.targetPostingTime)
}

/** Returns today's date in the time zone of a task's company. Without a known time zone, it is that of the business. */
export const companyToday = ({ timeZone: zone }: Pick<BoardTask, 'timeZone'>, now: number, businessZone = timeZone()): CalendarDate =>
  todayIn(zone && isTimeZone(zone) ? zone : businessZone, new Date(now))

/** Whether the posting time of an approved task has come today. A task of an earlier day is late, which lists show in another way. */
export function isDueNow(task: TimedTask & Pick<TaskCard, 'currentStatus'>, now: number, today: CalendarDate): boolean {
  if (task.currentStatus !== 'Approved' || (calendarDateOf(task) ?? '') < today) return false
  const instant = postingInstant(task)
  return instant !== undefined && instant.getTime() <= now
}
