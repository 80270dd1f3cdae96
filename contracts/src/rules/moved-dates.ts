import { addDays, type CalendarDate, DATE_INVALID, daysBetween, isCalendarDate } from './business-dates.ts'
import { calendarDateOf, type DatedTask } from './calendar.ts'
import {
  DATES_REQUIRED,
  type Fault,
  REVIEW_AFTER_POSTING,
  REVIEW_GAP,
  REVIEW_GAP_DAYS,
  SUBMISSION_TOO_EARLY,
  TARGET_TOO_EARLY,
} from './task-dates.ts'

interface MovedTask extends DatedTask {
  submissionForReview: CalendarDate | null
  isRecurring: boolean
  previewNo: number | null
}

/** Dates of a task that a caller sends. A date that is absent stays, if possible. An empty date is removed from a recurring task. */
interface RequestedDates {
  targetPostingDate?: string | undefined
  submissionForReview?: string | undefined
}

interface Mover {
  isOwner: boolean
  /** In the time zone of the business. */
  tomorrow: CalendarDate
}

export interface MovedDates {
  targetPostingDate: CalendarDate | null
  submissionForReview: CalendarDate | null
}

function faultOf(date: CalendarDate | null, isRequired: boolean, tomorrow: CalendarDate, tooEarly: string): string | undefined {
  if (date === null) return isRequired ? DATES_REQUIRED : undefined
  if (!isCalendarDate(date)) return DATE_INVALID
  return date < tomorrow ? tooEarly : undefined
}

/**
 * Returns the new dates of a task, or the fault in the requested dates. Only dates that change are checked. Changed dates are tomorrow or
 * later. For owners, the review date is at least three days before the posting date, until a preview was delivered. In all other cases, it
 * is not after the posting date. If the caller sends no review date and the present one no longer fits, it moves by as many days as the
 * posting date, or more if it must. An owner's move is refused if the review date would be before tomorrow.
 */
export function moveDates(task: MovedTask, requested: RequestedDates, { isOwner, tomorrow }: Mover): MovedDates | { fault: Fault } {
  const { targetPostingDate: from, submissionForReview: oldReview, isRecurring, previewNo } = task
  const day = calendarDateOf(task)
  const wanted = requested.targetPostingDate === undefined ? from : requested.targetPostingDate || null
  // Without a posting date, a task already has the date of its series.
  const target = wanted === day ? from : wanted
  const review = requested.submissionForReview === undefined ? oldReview : requested.submissionForReview || null
  const isMoved = target !== from

  const targetFault = isMoved && faultOf(target, !isRecurring, tomorrow, TARGET_TOO_EARLY)
  if (targetFault) return { fault: { field: 'targetPostingDate', message: targetFault } }
  const reviewFault = review !== oldReview && faultOf(review, !isRecurring || target !== null, tomorrow, SUBMISSION_TOO_EARLY)
  if (reviewFault) return { fault: { field: 'submissionForReview', message: reviewFault } }

  if (target === null || review === null || (!isMoved && review === oldReview))
    return { targetPostingDate: target, submissionForReview: review }
  const needsGap = isOwner && previewNo === null
  const latest = needsGap ? addDays(target, -REVIEW_GAP_DAYS) : target
  if (review <= latest) return { targetPostingDate: target, submissionForReview: review }
  if (requested.submissionForReview !== undefined)
    return {
      fault: needsGap
        ? { field: 'targetPostingDate', message: REVIEW_GAP }
        : { field: 'submissionForReview', message: REVIEW_AFTER_POSTING },
    }
  const shifted = addDays(review, day === null ? 0 : daysBetween(day, target))
  const moved = shifted < latest ? shifted : latest
  if (moved >= tomorrow) return { targetPostingDate: target, submissionForReview: moved }
  if (needsGap) return { fault: { field: 'submissionForReview', message: SUBMISSION_TOO_EARLY } }
  return { targetPostingDate: target, submissionForReview: tomorrow }
}
