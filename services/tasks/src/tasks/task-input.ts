import { refusedField } from '@app/chassis/http/errors.ts'
import type { FormFields } from '@app/contracts/define.ts'
import type { adminCreateTask } from '@app/contracts/http/tasks.ts'
import { recordOf } from '@app/contracts/primitives.ts'
import { briefTexts } from '@app/contracts/rules/brief.ts'
import type { Fault } from '@app/contracts/rules/task-dates.ts'
import { platforms } from '@app/contracts/rules/task-status.ts'
import type { NewTask } from './task.repository.ts'

export type TaskInputFields = FormFields<typeof adminCreateTask>

export type TaskInput = Omit<NewTask, 'id' | 'company_id' | 'reference_image' | 'created_by'>

export function refuse(fault: Fault | undefined): void {
  if (fault) throw refusedField(fault.field, fault.message)
}

export function taskInputOf(fields: TaskInputFields) {
  return {
    ...recordOf(briefTexts, (name) => fields[name] ?? ''),
    title: (fields.title ?? '').trim(),
    target_posting_date: fields.targetPostingDate || null,
    target_posting_time: fields.targetPostingTime || null,
    submission_for_review: fields.submissionForReview || null,
    ...recordOf(platforms, (platform) => fields[platform] === 'true'),
  }
}

export const notRecurring = {
  is_recurring: false,
  recurrence_type: null,
  recurrence_start_date: null,
  recurrence_end_date: null,
  weekly_day_of_week: null,
  monthly_week: null,
  monthly_day_of_week: null,
}
