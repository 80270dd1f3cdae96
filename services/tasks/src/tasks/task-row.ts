import type { Task } from '@app/contracts/http/tasks.ts'
import type { Rollback } from '../db/tables.ts'

/** Every column a task is answered from, under the contract's names. */
export const taskColumns = [
  'task.id as _id',
  'task.task_id as taskId',
  'task.company_id as companyProfileId',
  'task.title',
  'task.tagline',
  'task.taskpurpose',
  'task.headline',
  'task.offerormessage',
  'task.calltoaction',
  'task.guidlines',
  'task.additionalinfo',
  'task.description',
  'task.target_posting_date as targetPostingDate',
  'task.submission_for_review as submissionForReview',
  'task.status as currentStatus',
  'task.platform_x',
  'task.platform_fb',
  'task.platform_insta',
  'task.platform_li',
  'task.platform_youtube',
  'task.platform_via_mail',
  'task.reference_image as referenceImage',
  'task.done_task_image as doneTaskImage',
  'task.admin_post_comment as adminPostComment',
  'task.rollbacks as rollbackFeedback',
  'task.is_recurring as isRecurring',
  'task.recurrence_type as recurrenceType',
  'task.recurrence_start_date as recurrenceStartDate',
  'task.recurrence_end_date as recurrenceEndDate',
  'task.weekly_day_of_week as weeklyDayOfWeek',
  'task.monthly_week as monthlyWeek',
  'task.monthly_day_of_week as monthlyDayOfWeek',
  'task.version',
  'task.created_at as createdAt',
  'task.updated_at as updatedAt',
] as const

/** A task as selected by `taskColumns`: images are still keys. */
export type TaskRow = Omit<Task, 'recurrence' | 'rollbackFeedback'> & { rollbackFeedback: Rollback[] }

type PublicUrl = (key: string) => string

export const addressOf = (key: string | null, publicUrl: PublicUrl): string | null => (key === null ? null : publicUrl(key))

function recurrenceOf(row: TaskRow): Task['recurrence'] {
  return {
    isRecurring: row.isRecurring,
    recurrenceType: row.recurrenceType,
    recurrenceStartDate: row.recurrenceStartDate,
    recurrenceEndDate: row.recurrenceEndDate,
    weeklyDayOfWeek: row.weeklyDayOfWeek,
    monthlyWeek: row.monthlyWeek,
    monthlyDayOfWeek: row.monthlyDayOfWeek,
  }
}

/** The task as it is answered: what the contract names and nothing else, whatever more was selected. */
export function toTask(row: TaskRow, publicUrl: PublicUrl): Task {
  const recurrence = recurrenceOf(row)
  return {
    _id: row._id,
    taskId: row.taskId,
    companyProfileId: row.companyProfileId,
    title: row.title,
    tagline: row.tagline,
    taskpurpose: row.taskpurpose,
    headline: row.headline,
    offerormessage: row.offerormessage,
    calltoaction: row.calltoaction,
    guidlines: row.guidlines,
    additionalinfo: row.additionalinfo,
    description: row.description,
    targetPostingDate: row.targetPostingDate,
    submissionForReview: row.submissionForReview,
    currentStatus: row.currentStatus,
    platform_x: row.platform_x,
    platform_fb: row.platform_fb,
    platform_insta: row.platform_insta,
    platform_li: row.platform_li,
    platform_youtube: row.platform_youtube,
    platform_via_mail: row.platform_via_mail,
    referenceImage: addressOf(row.referenceImage, publicUrl),
    doneTaskImage: addressOf(row.doneTaskImage, publicUrl),
    adminPostComment: row.adminPostComment,
    rollbackFeedback: row.rollbackFeedback.map((entry) => ({
      feedback: entry.feedback,
      clientSuggestImage: addressOf(entry.clientSuggestImage, publicUrl),
      doneTaskImage: addressOf(entry.doneTaskImage, publicUrl),
      createdAt: entry.createdAt,
    })),
    ...recurrence,
    recurrence,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
