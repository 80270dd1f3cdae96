import type { TaskCard } from '@app/contracts/http/board.ts'
import { type CalendarDate, daysBetween } from '@app/contracts/rules/business-dates.ts'

/** The day a task is to be posted; one that recurs is due from its first day on. */
export const dueDate = ({ targetPostingDate, recurrenceStartDate }: TaskCard): CalendarDate | null =>
  targetPostingDate ?? recurrenceStartDate

/** Approved, and its day has come. */
export const isDue = (task: TaskCard, today: CalendarDate): boolean => task.currentStatus === 'Approved' && (dueDate(task) ?? '9') <= today

/** What a card says of a task that is due. */
export const launchBadge = (task: TaskCard, today: CalendarDate): 'Today' | 'Over Date' => (dueDate(task) === today ? 'Today' : 'Over Date')

/** "Today", "3 Days", "3 Days Ago", or "-" without a date. */
export function relativeDays(date: CalendarDate | null, today: CalendarDate): string {
  if (!date) return '-'
  const days = daysBetween(today, date)
  if (days === 0) return 'Today'
  return days > 0 ? `${days} Days` : `${-days} Days Ago`
}

type Dated = Pick<TaskCard, 'currentStatus' | 'submissionForReview' | 'targetPostingDate' | 'hasFreshPreview'>

/** Which of a task's dates have passed without what was to happen by then: a preview to review, the posting. */
export function lateness(task: Dated, today: CalendarDate): { submission: boolean; target: boolean } {
  const { currentStatus, submissionForReview, targetPostingDate, hasFreshPreview } = task
  const owesPreview = (currentStatus === 'Pending' && !hasFreshPreview) || currentStatus === 'Roll Back'
  return {
    submission: owesPreview && submissionForReview !== null && submissionForReview < today,
    target: currentStatus !== 'Posted' && targetPostingDate !== null && targetPostingDate < today,
  }
}
