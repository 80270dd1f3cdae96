import type { FormFields } from '@app/contracts/define.ts'
import type { adminCreateTask } from '@app/contracts/http/tasks.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import { type CalendarDate, DATE_INVALID, isCalendarDate } from '@app/contracts/rules/business-dates.ts'
import { checkRecurrence, type Fault, SUBMISSION_TOO_EARLY, TARGET_TOO_EARLY } from '@app/contracts/rules/task-dates.ts'
import type { Platform } from '@app/contracts/rules/task-status.ts'
import { emptyBrief, platformFlags } from '../../../domain/task/brief.ts'
import { notRepeating, splitRepeat } from '../../../domain/task/repeat-form.ts'

export const adminPlatforms = ['platform_x', 'platform_fb', 'platform_insta', 'platform_li'] as const satisfies readonly Platform[]

export const REQUIRED = 'Please fill in all required fields'

export const emptyTask = {
  ...emptyBrief,
  referenceImage: null as File | null,
  targetPostingDate: '',
  targetPostingTime: '',
  submissionForReview: '',
  platform_x: false,
  platform_fb: false,
  platform_insta: false,
  platform_li: false,
  ...notRepeating,
}
export type NewTaskForm = typeof emptyTask

const required = ['title', 'targetPostingDate', 'submissionForReview'] as const
const dates = [
  { field: 'targetPostingDate', tooEarly: TARGET_TOO_EARLY },
  { field: 'submissionForReview', tooEarly: SUBMISSION_TOO_EARLY },
] as const

export type FormFault = Fault & { field: keyof NewTaskForm }

function faultsOfRepeating(form: NewTaskForm, tomorrow: CalendarDate): FormFault[] {
  if (isBlank(form.title)) return [{ field: 'title', message: REQUIRED }]
  const fault = checkRecurrence(form.recurrenceType, form.recurrenceStartDate, form.recurrenceEndDate, tomorrow)
  return fault ? [fault as FormFault] : []
}

/** Returns errors for missing fields or, if no field is missing, for invalid dates. `tomorrow` is in the business's time zone. */
export function faultsOf(form: NewTaskForm, tomorrow: CalendarDate): FormFault[] {
  if (form.isRecurring) return faultsOfRepeating(form, tomorrow)
  const missing = required.filter((field) => isBlank(form[field]))
  if (missing.length > 0) return missing.map((field) => ({ field, message: REQUIRED }))
  return dates.flatMap(({ field, tooEarly }) => {
    if (!isCalendarDate(form[field])) return { field, message: DATE_INVALID }
    return form[field] < tomorrow ? { field, message: tooEarly } : []
  })
}

/** Returns the fields of the request. A recurring task has a rule and a period, and no dates of its own. */
export function toFields(form: NewTaskForm, companyProfileId: string): FormFields<typeof adminCreateTask> {
  const { repeats, rest } = splitRepeat(form)
  const { submissionForReview, targetPostingDate, referenceImage: _, ...brief } = rest
  const common = { ...brief, ...platformFlags(form, adminPlatforms), title: form.title.trim(), companyProfileId, ...repeats }
  return form.isRecurring ? common : { ...common, submissionForReview, targetPostingDate }
}
