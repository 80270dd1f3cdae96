import type { FormFields } from '@app/contracts/define.ts'
import type { createTask } from '@app/contracts/http/tasks.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import { type CalendarDate, DATE_INVALID, isCalendarDate } from '@app/contracts/rules/business-dates.ts'
import { checkPostingTime } from '@app/contracts/rules/posting-time.ts'
import { DEFAULT_MONTH_WEEK, DEFAULT_WEEKDAY } from '@app/contracts/rules/recurrence.ts'
import { checkRecurrence, checkTaskDates, type Fault, SUBMISSION_TOO_EARLY, TITLE_REQUIRED } from '@app/contracts/rules/task-dates.ts'
import { notRecurring, refuse, type TaskInput, taskInputOf } from './task-input.ts'

type OwnerFields = FormFields<typeof createTask>

/** Checks the review date and the posting date of a recurring task. Both dates are optional. */
function checkOptionalDates(submission: string, target: string, tomorrow: CalendarDate): Fault | undefined {
  if (target) return checkTaskDates(submission, target, tomorrow)
  if (!submission) return undefined
  if (!isCalendarDate(submission)) return { field: 'submissionForReview', message: DATE_INVALID }
  return submission < tomorrow ? { field: 'submissionForReview', message: SUBMISSION_TOO_EARLY } : undefined
}

function recurrenceOf(fields: OwnerFields) {
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

/** Validates an owner's form for a new task. Throws 422 with the first error. `tomorrow` is in the business's time zone. */
export function ownerTaskInput(fields: OwnerFields, tomorrow: CalendarDate): TaskInput {
  const taskInput = taskInputOf(fields)
  if (isBlank(taskInput.title)) refuse({ field: 'title', message: TITLE_REQUIRED })
  refuse(checkPostingTime(fields.targetPostingTime))
  const { submissionForReview = '', targetPostingDate = '' } = fields
  if (fields.isRecurring !== 'true') {
    refuse(checkTaskDates(submissionForReview, targetPostingDate, tomorrow))
    return { ...taskInput, ...notRecurring }
  }
  const { recurrenceType = '', recurrenceStartDate = '', recurrenceEndDate = '' } = fields
  refuse(checkRecurrence(recurrenceType, recurrenceStartDate, recurrenceEndDate, tomorrow))
  refuse(checkOptionalDates(submissionForReview, targetPostingDate, tomorrow))
  return { ...taskInput, ...recurrenceOf(fields) }
}
