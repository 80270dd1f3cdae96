import { type CalendarDate, DATE_INVALID, isCalendarDate } from '@app/contracts/rules/business-dates.ts'
import { DEFAULT_MONTH_WEEK, DEFAULT_WEEKDAY } from '@app/contracts/rules/recurrence.ts'
import { checkRecurrence, checkTaskDates, type Fault, SUBMISSION_TOO_EARLY } from '@app/contracts/rules/task-dates.ts'
import { refuse, type TaskInputFields } from './task-input.ts'

/** Checks the review date and the posting date of a recurring task. Both dates are optional. */
function checkOptionalDates(submission: string, target: string, tomorrow: CalendarDate): Fault | undefined {
  if (target) return checkTaskDates(submission, target, tomorrow)
  if (!submission) return undefined
  if (!isCalendarDate(submission)) return { field: 'submissionForReview', message: DATE_INVALID }
  return submission < tomorrow ? { field: 'submissionForReview', message: SUBMISSION_TOO_EARLY } : undefined
}

function recurrenceOf(fields: TaskInputFields) {
  const monthly = fields.recurrenceType === 'monthly'
  return {
    is_recurring: true,
    recurrence_type: fields.recurrenceType || null,
    recurrence_start_date: fields.recurrenceStartDate || null,
    recurrence_end_date: fields.recurrenceEndDate || null,
    weekly_day_of_week: monthly ? null : fields.weeklyDayOfWeek || DEFAULT_WEEKDAY,
    monthly_week: monthly ? fields.monthlyWeek || DEFAULT_MONTH_WEEK : null,
    monthly_day_of_week: monthly ? fields.monthlyDayOfWeek || DEFAULT_WEEKDAY : null,
  }
}

/** Validates when a new task repeats, for owners and admins. Throws 422 with the first error. */
export function recurrenceInput(fields: TaskInputFields, tomorrow: CalendarDate): ReturnType<typeof recurrenceOf> {
  const { recurrenceType = '', recurrenceStartDate = '', recurrenceEndDate = '' } = fields
  refuse(checkRecurrence(recurrenceType, recurrenceStartDate, recurrenceEndDate, tomorrow))
  refuse(checkOptionalDates(fields.submissionForReview ?? '', fields.targetPostingDate ?? '', tomorrow))
  return recurrenceOf(fields)
}
