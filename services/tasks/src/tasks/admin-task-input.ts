import { isBlank } from '@app/contracts/rules/blank.ts'
import { type CalendarDate, DATE_INVALID, isCalendarDate } from '@app/contracts/rules/business-dates.ts'
import { type Fault, SUBMISSION_TOO_EARLY, TARGET_TOO_EARLY } from '@app/contracts/rules/task-dates.ts'
import { notRecurring, refuse, type TaskInput, type TaskInputFields, taskInputOf } from './task-input.ts'

const REQUIRED = 'Please fill in all required fields'

function checkDate(field: string, date: string, tooEarly: string, tomorrow: CalendarDate): Fault | undefined {
  if (!isCalendarDate(date)) return { field, message: DATE_INVALID }
  return date < tomorrow ? { field, message: tooEarly } : undefined
}

/** Validates an admin's form for a new task. Throws 422 with the first error. `tomorrow` is in the business's time zone. */
export function adminTaskInput(fields: TaskInputFields, tomorrow: CalendarDate): TaskInput {
  const taskInput = taskInputOf(fields)
  const { targetPostingDate = '', submissionForReview = '' } = fields
  const required = { title: taskInput.title, targetPostingDate, submissionForReview }
  for (const [field, value] of Object.entries(required)) {
    if (isBlank(value)) refuse({ field, message: REQUIRED })
  }
  refuse(checkDate('submissionForReview', submissionForReview, SUBMISSION_TOO_EARLY, tomorrow))
  refuse(checkDate('targetPostingDate', targetPostingDate, TARGET_TOO_EARLY, tomorrow))
  return { ...taskInput, ...notRecurring }
}
