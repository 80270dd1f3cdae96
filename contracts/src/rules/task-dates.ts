import { addDays, type CalendarDate, DATE_INVALID, isCalendarDate } from './business-dates.ts'

/** Minimum number of days between submission for review and target posting date. */
export const REVIEW_GAP_DAYS = 3

export const TITLE_REQUIRED = 'Please fill in the task title'
export const DATES_REQUIRED = 'Please fill in all required date fields'
export const RECURRENCE_REQUIRED = 'Please fill in all recurrence fields'
export const SUBMISSION_FIRST = 'Please select submission date first'
export const REVIEW_GAP = 'Target posting date must be at least 3 days after submission date'
export const REVIEW_AFTER_POSTING = 'Submission date must not be after the target posting date'
export const SUBMISSION_TOO_EARLY = 'Submission date must be tomorrow or later'
export const TARGET_TOO_EARLY = 'Target posting date must be tomorrow or later'
export const RECURRENCE_TOO_EARLY = 'Recurrence start date must be tomorrow or later'
export const RECURRENCE_END_TOO_EARLY = 'Recurrence end date must not be before the start date'
export const SERIES_END_TOO_EARLY = 'End date must be tomorrow or later'

export interface Fault {
  field: string
  message: string
}

export const earliestTarget = (submission: CalendarDate): CalendarDate => addDays(submission, REVIEW_GAP_DAYS)

/** Returns the fault in the two dates of a non-recurring task, or undefined. `tomorrow` is in the business's time zone. */
export function checkTaskDates(submission: string, target: string, tomorrow: CalendarDate): Fault | undefined {
  if (!submission && target) return { field: 'submissionForReview', message: SUBMISSION_FIRST }
  if (!submission || !target) return { field: submission ? 'targetPostingDate' : 'submissionForReview', message: DATES_REQUIRED }
  if (!isCalendarDate(submission)) return { field: 'submissionForReview', message: DATE_INVALID }
  if (!isCalendarDate(target)) return { field: 'targetPostingDate', message: DATE_INVALID }
  if (submission < tomorrow) return { field: 'submissionForReview', message: SUBMISSION_TOO_EARLY }
  if (target < earliestTarget(submission)) return { field: 'targetPostingDate', message: REVIEW_GAP }
  return undefined
}

export function checkRecurrence(type: string, start: string, end: string, tomorrow: CalendarDate): Fault | undefined {
  if (!type) return { field: 'recurrenceType', message: RECURRENCE_REQUIRED }
  if (!start || !end) return { field: start ? 'recurrenceEndDate' : 'recurrenceStartDate', message: RECURRENCE_REQUIRED }
  if (!isCalendarDate(start)) return { field: 'recurrenceStartDate', message: DATE_INVALID }
  if (!isCalendarDate(end)) return { field: 'recurrenceEndDate', message: DATE_INVALID }
  if (start < tomorrow) return { field: 'recurrenceStartDate', message: RECURRENCE_TOO_EARLY }
  if (end < start) return { field: 'recurrenceEndDate', message: RECURRENCE_END_TOO_EARLY }
  return undefined
}

/** Returns the fault in the new end date of a series that has already begun, or undefined. `tomorrow` is in the business's time zone. */
export function checkSeriesEnd(end: string, tomorrow: CalendarDate): Fault | undefined {
  if (!end) return { field: 'recurrenceEndDate', message: RECURRENCE_REQUIRED }
  if (!isCalendarDate(end)) return { field: 'recurrenceEndDate', message: DATE_INVALID }
  return end < tomorrow ? { field: 'recurrenceEndDate', message: SERIES_END_TOO_EARLY } : undefined
}
