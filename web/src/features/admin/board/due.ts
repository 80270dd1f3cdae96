import type { TaskCard } from '@app/contracts/http/board.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'

/** The day a task is to be posted; one that recurs is due from its first day on. */
export const dueDate = ({ targetPostingDate, recurrenceStartDate }: TaskCard): CalendarDate | null =>
  targetPostingDate ?? recurrenceStartDate

export const launchBadge = (task: TaskCard, today: CalendarDate): 'Today' | 'Over Date' => (dueDate(task) === today ? 'Today' : 'Over Date')

/** Approved, and its day has come. */
export const isDue = (task: TaskCard, today: CalendarDate): boolean => task.currentStatus === 'Approved' && (dueDate(task) ?? '9') <= today
