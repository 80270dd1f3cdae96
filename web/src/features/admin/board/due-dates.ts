import type { TaskCard } from '@app/contracts/http/board.ts'
import { type CalendarDate, daysBetween } from '@app/contracts/rules/business-dates.ts'

/** Returns the day on which a task must be posted. For a recurring task, this is the first day of its recurrence. */
export const dueDate = ({ targetPostingDate, recurrenceStartDate }: TaskCard): CalendarDate | null =>
  targetPostingDate ?? recurrenceStartDate

/** A task without a date is never due. */
export const isDue = (task: TaskCard, today: CalendarDate): boolean => task.currentStatus === 'Approved' && (dueDate(task) ?? '9') <= today

export const launchBadge = (task: TaskCard, today: CalendarDate): 'Today' | 'Over Date' => (dueDate(task) === today ? 'Today' : 'Over Date')

/** Formats a date relative to today: "Today", "3 Days", "3 Days Ago", or "-" without a date. */
export function relativeDays(date: CalendarDate | null, today: CalendarDate): string {
  if (!date) return '-'
  const days = daysBetween(today, date)
  if (days === 0) return 'Today'
  return days > 0 ? `${days} Days` : `${-days} Days Ago`
}

type Dated = Pick<TaskCard, 'currentStatus' | 'submissionForReview' | 'targetPostingDate' | 'hasFreshPreview'>

/** Returns whether an admin must deliver a preview next: the first one, or one that replaces the preview that was referred back. */
export const owesPreview = ({ currentStatus, hasFreshPreview }: Pick<TaskCard, 'currentStatus' | 'hasFreshPreview'>): boolean =>
  (currentStatus === 'Pending' && !hasFreshPreview) || currentStatus === 'Roll Back'

/** Returns whether the preview of a task is late for the review, and whether its posting is late. */
export function lateness(task: Dated, today: CalendarDate): { submission: boolean; target: boolean } {
  const { currentStatus, submissionForReview, targetPostingDate } = task
  return {
    submission: owesPreview(task) && submissionForReview !== null && submissionForReview < today,
    target: currentStatus !== 'Posted' && targetPostingDate !== null && targetPostingDate < today,
  }
}
