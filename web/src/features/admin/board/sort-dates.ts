import type { TaskCard, TaskSort } from '@app/contracts/http/board.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import { nextStepDate } from './due-dates.ts'

export type DateOf = (task: TaskCard) => CalendarDate | null

/** The dates by which lists can be sorted. */
export const sortDates: Partial<Record<TaskSort, DateOf>> & Record<'review' | 'target' | 'due', DateOf> = {
  review: ({ submissionForReview }) => submissionForReview,
  target: calendarDateOf,
  due: nextStepDate,
}
