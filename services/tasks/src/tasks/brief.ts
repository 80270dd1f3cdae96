import { refusedField } from '@app/chassis/errors.ts'
import type { FormFields } from '@app/contracts/define.ts'
import type { adminCreateTask } from '@app/contracts/http/tasks.ts'
import type { Fault } from '@app/contracts/rules/task-dates.ts'
import type { NewTask } from './task.repository.ts'

export type BriefFields = FormFields<typeof adminCreateTask>

/** What the fields of a form alone decide of a new task. */
export type Brief = Omit<NewTask, 'id' | 'company_id' | 'reference_image' | 'created_by'>

export function refuse(fault: Fault | undefined): void {
  if (fault) throw refusedField(fault.field, fault.message)
}

/** The columns that owners and admins fill in the same way, nothing checked yet. */
export function briefOf(fields: BriefFields) {
  return {
    title: (fields.title ?? '').trim(),
    tagline: fields.tagline ?? '',
    taskpurpose: fields.taskpurpose ?? '',
    headline: fields.headline ?? '',
    offerormessage: fields.offerormessage ?? '',
    calltoaction: fields.calltoaction ?? '',
    guidlines: fields.guidlines ?? '',
    additionalinfo: fields.additionalinfo ?? '',
    description: fields.description ?? '',
    target_posting_date: fields.targetPostingDate || null,
    submission_for_review: fields.submissionForReview || null,
    platform_x: fields.platform_x === 'true',
    platform_fb: fields.platform_fb === 'true',
    platform_insta: fields.platform_insta === 'true',
    platform_li: fields.platform_li === 'true',
    platform_youtube: fields.platform_youtube === 'true',
    platform_via_mail: fields.platform_via_mail === 'true',
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
