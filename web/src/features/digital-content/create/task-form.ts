import type { FormFields } from '@app/contracts/define.ts'
import type { createTask, Task } from '@app/contracts/http/tasks.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import { capRefusal, MONTHLY_CAP } from '@app/contracts/rules/monthly-cap.ts'
import { checkRecurrence, checkTaskDates, type Fault, TITLE_REQUIRED } from '@app/contracts/rules/task-dates.ts'
import { type Platform, platforms } from '@app/contracts/rules/task-status.ts'
import { type Brief, emptyBrief, platformFlags, type ReferenceImage } from '../../../domain/task/brief.ts'
import { notRepeating, type RepeatForm, splitRepeat } from '../../../domain/task/repeat-form.ts'
import { tasksInMonth } from '../../../domain/task/tasks-in-month.ts'

/** The values of the form. Dates are `YYYY-MM-DD` or '', and the time is `HH:MM` or ''. */
export interface TaskForm extends Brief, ReferenceImage, RepeatForm, Record<Platform, boolean> {
  submissionForReview: string
  targetPostingDate: string
  targetPostingTime: string
}

export const emptyTask: TaskForm = {
  ...emptyBrief,
  referenceImage: null,
  submissionForReview: '',
  targetPostingDate: '',
  targetPostingTime: '',
  platform_x: false,
  platform_fb: false,
  platform_insta: false,
  platform_li: false,
  platform_youtube: false,
  platform_via_mail: false,
  ...notRepeating,
}

/** Returns the first error of the form, in the order of its fields. */
export function firstFault(form: TaskForm, tasks: readonly Task[], tomorrow: string): Fault | undefined {
  if (isBlank(form.title)) return { field: 'title', message: TITLE_REQUIRED }
  if (form.isRecurring) return checkRecurrence(form.recurrenceType, form.recurrenceStartDate, form.recurrenceEndDate, tomorrow)
  const fault = checkTaskDates(form.submissionForReview, form.targetPostingDate, tomorrow)
  if (fault) return fault
  const count = tasksInMonth(tasks, form.targetPostingDate)
  if (count < MONTHLY_CAP) return undefined
  return { field: 'targetPostingDate', message: capRefusal(count, form.targetPostingDate) }
}

/**
 * Returns the fields of the request. For a recurring task, these include the dates and days of the recurrence. For a task that does not
 * recur, they include the submission date and the target posting date instead.
 */
export function toFields(form: TaskForm, companyProfileId: string): FormFields<typeof createTask> {
  const { repeats, rest } = splitRepeat(form)
  const { submissionForReview, targetPostingDate, referenceImage: _, ...brief } = rest
  const common = { ...brief, ...platformFlags(form, platforms), title: form.title.trim(), companyProfileId, ...repeats }
  return form.isRecurring ? common : { ...common, submissionForReview, targetPostingDate }
}
