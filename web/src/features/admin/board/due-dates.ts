import { formatDuration } from '@app/contracts/format/numbers.ts'
import type { TaskCard, Turn } from '@app/contracts/http/board.ts'
import { addDays, type CalendarDate, daysBetween, weekdayOf } from '@app/contracts/rules/business-dates.ts'
import { calendarDateOf, type DatedTask } from '@app/contracts/rules/calendar.ts'
import { calendarDate } from '../../../shared/format/dates.ts'

/** Whether a task is due for launch. `today` is the date in the time zone of its company. A task without a date is never due. */
export const isDue = (task: DatedTask & Pick<TaskCard, 'currentStatus'>, today: CalendarDate): boolean =>
  task.currentStatus === 'Approved' && (calendarDateOf(task) ?? '9') <= today

/** Returns the date of an approved task that must be posted only after today. Undefined if the launch of the task is not early. */
export function laterPostingDay(task: DatedTask & Pick<TaskCard, 'currentStatus'>, today: CalendarDate): CalendarDate | undefined {
  const date = calendarDateOf(task)
  return task.currentStatus === 'Approved' && date && date > today ? date : undefined
}

/** Returns the badge of a due task. The date of the company may be ahead of today's date. */
export const launchBadge = (task: DatedTask, today: CalendarDate): 'Today' | 'Over Date' =>
  (calendarDateOf(task) ?? '') >= today ? 'Today' : 'Over Date'

/** Formats a date relative to today: "Today", "3 Days", "3 Days Ago", or "-" without a date. */
export function relativeDays(date: CalendarDate | null, today: CalendarDate): string {
  if (!date) return '-'
  const days = daysBetween(today, date)
  if (days === 0) return 'Today'
  return days > 0 ? `${days} Days` : `${-days} Days Ago`
}

type Dated = DatedTask & Pick<TaskCard, 'currentStatus' | 'submissionForReview' | 'hasFreshPreview' | 'postedAt'>

export interface ListedDate {
  label: 'Review' | 'Target' | 'Posted'
  date: CalendarDate | null
  isLate: boolean
}

/**
 * Returns the two dates that lists show of a task: its review date, and its posting date. For a task of a series without target date, the
 * posting date is its date in the series. For a posted task, it is the day on which the task was posted.
 */
export function listedDates(task: Dated, today: CalendarDate): [review: ListedDate, posting: ListedDate] {
  const { currentStatus, submissionForReview: review, postedAt } = task
  const target = calendarDateOf(task)
  return [
    { label: 'Review', date: review, isLate: owesPreview(task) && review !== null && review < today },
    postedAt
      ? { label: 'Posted', date: calendarDate(postedAt), isLate: false }
      : { label: 'Target', date: target, isLate: currentStatus !== 'Posted' && target !== null && target < today },
  ]
}

type Progress = Pick<TaskCard, 'currentStatus' | 'hasFreshPreview'>

/** Returns the role that must act on a Pending task. Undefined for a task with another status. */
export function turnOf({ currentStatus, hasFreshPreview }: Progress): Turn | undefined {
  if (currentStatus !== 'Pending') return undefined
  return hasFreshPreview ? 'owner' : 'admin'
}

/** Whether an admin must deliver the next preview of a task. */
export const owesPreview = (task: Progress): boolean => task.currentStatus === 'Roll Back' || turnOf(task) === 'admin'

/** Returns the date of the next step: the review date while an admin owes a preview, otherwise the date of the task. */
export const nextStepDate = (task: TaskCard): CalendarDate | null =>
  (owesPreview(task) ? task.submissionForReview : null) ?? calendarDateOf(task)

export const turnWords: Record<Turn, string> = { admin: 'We owe a preview', owner: 'The company must decide' }

/** Names the next step of a task that is not approved yet. */
export function nextStepInWords(task: Progress): string | undefined {
  const turn = turnOf(task)
  if (turn) return turnWords[turn]
  return task.currentStatus === 'Roll Back' ? 'We owe a new preview' : undefined
}

type Changed = Pick<TaskCard, 'currentStatus' | 'previewNo' | 'previewBriefVersion' | 'briefVersion'>

/** Says that the brief of a task changed after the delivery of its current preview. Undefined if it did not, or if the task is posted. */
export const changeInWords = ({ currentStatus, previewNo, previewBriefVersion: seen, briefVersion }: Changed): string | undefined =>
  currentStatus !== 'Posted' && seen !== null && seen < briefVersion ? `Changed since version ${previewNo}` : undefined

/** Returns how late the next step of a task is, for example "Preview 4 days late". Undefined if it is not late. */
export function lateInWords(task: TaskCard, today: CalendarDate): string | undefined {
  const date = nextStepDate(task)
  if (task.currentStatus === 'Posted' || !date || date >= today) return undefined
  return `${owesPreview(task) ? 'Preview' : 'Posting'} ${formatDuration(daysBetween(date, today), 'day')} late`
}

/** Headings of a list that is sorted by a date. */
type Period = 'Late' | 'Today' | 'This week' | 'Later' | 'No date'

/** Returns the heading of a date. A week ends on Sunday. */
export function periodOf(date: CalendarDate | null, today: CalendarDate): Period {
  if (!date) return 'No date'
  if (date <= today) return date === today ? 'Today' : 'Late'
  return date <= addDays(today, (7 - weekdayOf(today)) % 7) ? 'This week' : 'Later'
}
