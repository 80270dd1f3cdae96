import { isBlank } from '@app/contracts/rules/blank.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { checkPostingTime } from '@app/contracts/rules/posting-time.ts'
import { checkTaskDates, TITLE_REQUIRED } from '@app/contracts/rules/task-dates.ts'
import { recurrenceInput } from './recurrence-input.ts'
import { notRecurring, refuse, type TaskInput, type TaskInputFields, taskInputOf } from './task-input.ts'

/** Validates an owner's form for a new task. Throws 422 with the first error. `tomorrow` is in the business's time zone. */
export function ownerTaskInput(fields: TaskInputFields, tomorrow: CalendarDate): TaskInput {
  const taskInput = taskInputOf(fields)
  if (isBlank(taskInput.title)) refuse({ field: 'title', message: TITLE_REQUIRED })
  refuse(checkPostingTime(fields.targetPostingTime))
  if (fields.isRecurring === 'true') return { ...taskInput, ...recurrenceInput(fields, tomorrow) }
  refuse(checkTaskDates(fields.submissionForReview ?? '', fields.targetPostingDate ?? '', tomorrow))
  return { ...taskInput, ...notRecurring }
}
