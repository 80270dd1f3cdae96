import type { CompanyManagerTables } from '@app/chassis/companies/company-managers.ts'
import type { CompanyTables } from '@app/chassis/companies/company-projection.ts'
import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { RateLimitTables } from '@app/chassis/limits/limiter.ts'
import type { WorkTables } from '@app/chassis/work/work-table.ts'
import type { Role } from '@app/contracts/http/session.ts'
import type { PostLinks } from '@app/contracts/rules/posts.ts'
import type { PlanName } from '@app/contracts/rules/quotas.ts'
import type { MonthWeek, RecurrenceType, Weekday } from '@app/contracts/rules/recurrence.ts'
import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { BatchTables } from './batch-tables.ts'
import type { BriefTables, SeriesTaskInput } from './brief-tables.ts'
import type { DecisionTables } from './decision-tables.ts'
import type { PreviewTables } from './preview-tables.ts'
import type { ProofreadingTables } from './proofreading-tables.ts'
import type { ReportTables } from './report-tables.ts'
import type { ReviewTables } from './review-tables.ts'
import type { StoredColumns } from './task-columns.ts'

/** An entry of the history: the owner referred a preview back. Images are keys of files in the file store. */
export interface Rollback {
  /** The `referralId` of up to two events: one for the status change, and one for the feedback. */
  id: string
  feedback: string
  clientSuggestImage: string | null
  doneTaskImage: string | null
  /** Number of the preview. */
  previewNo: number
  /** Whether a machine, such as a mail scanner, may have made the referral through a review link. */
  isUnconfirmed?: boolean
  createdAt: string
}

/** A picture in the file store. The dimensions are in pixels. */
export interface StoredThumbnail {
  key: string
  width: number
  height: number
}

/** Image columns contain keys of files in the file store. Responses contain URLs instead. */
interface TaskTable extends Omit<StoredColumns, keyof Overridden>, Overridden {
  created_by: Role
  /** Number of reminder emails about the current preview. A trigger resets the number when another preview is delivered. */
  reminders_sent: Generated<number>
}

interface Overridden {
  task_id: GeneratedAlways<number>
  status: Generated<TaskStatus>
  /** Number of the current state of the brief. */
  brief_version: Generated<number>
  /** The state of the brief when the current preview was delivered. Null without a preview. */
  preview_brief_version: ColumnType<number | null, number | undefined, number | null>
  done_task_image: ColumnType<string | null, string | undefined, string | null>
  /** The small copy of `done_task_image` for lists. Null until the copy is stored. */
  done_task_thumbnail: ColumnType<StoredThumbnail | null, string | undefined, string | null>
  /** Number of the current preview. Null without a preview. */
  preview_number: ColumnType<number | null, number | undefined, number | null>
  /** Number of the preview that the owner approved. In an Approved or Posted task, equal to `preview_number`. In other tasks, null. */
  approved_preview_number: ColumnType<number | null, number | undefined, number | null>
  approval_unconfirmed: Generated<boolean>
  email_bounced: Generated<boolean>
  /** When the owner was last reminded of the current preview. */
  reminded_at: ColumnType<string | null, string | undefined, string | null>
  admin_post_comment: ColumnType<string | null, string | undefined, string | null>
  posted_at: ColumnType<string | null, undefined, string | null>
  /** The date of `posted_at` in the business's time zone. */
  posted_on: ColumnType<string | null, undefined, string | null>
  post_links: ColumnType<PostLinks, undefined, string>
  /** The complete history, oldest first. It is stored in the row, because it is always read and changed together with the task. */
  rollbacks: ColumnType<Rollback[], string | undefined, string>
  /** The series of a recurring task. Null for other tasks, like the three following columns. */
  series_id: ColumnType<string | null, string | undefined, string>
  occurrence_no: ColumnType<number | null, number | undefined, number>
  occurrence_date: ColumnType<string | null, string | undefined, string>
  /** The date that follows `occurrence_date` in the series. Also null if none follows. */
  next_occurrence_date: ColumnType<string | null, string | null | undefined, string | null>
  version: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
}

/** A recurring task and its repeats. The tasks of a series are its occurrences. */
interface TaskSeriesTable {
  id: string
  company_id: string
  /** The texts and platforms of new occurrences. */
  brief: ColumnType<SeriesTaskInput, string, never>
  /** Key of a file in the file store. All occurrences refer to the same file. */
  reference_image: string | null
  recurrence_type: RecurrenceType
  weekly_day_of_week: Weekday | null
  monthly_week: MonthWeek | null
  monthly_day_of_week: Weekday | null
  starts_on: string
  ends_on: string
  /** Time of day of new occurrences. */
  target_posting_time: string | null
  /** The role that created the first task. */
  created_by: Generated<Role>
  /** Number of tasks that the series has had so far, including removed tasks. Skipped dates do not count. */
  last_number: number
  /** The latest date of the series for which a task was created, or which was skipped. The dates of a series only increase. */
  last_date: string
  /** The date of the next task. Null if no further task follows. */
  next_date: string | null
  /** Whether the newest task was posted. In this case, the next task is created at once. */
  is_due: Generated<boolean>
  version: Generated<number>
  created_at: Generated<string>
}

/**
 * A cache of the JSON of tasks for lists. It may be empty, incomplete or stale. A row is current if `row_version` equals the `xmin` of the
 * task's row, because every update of the task changes `xmin`. The table is unlogged, so it is empty after a crash or restore. After a
 * restore, transaction ids can repeat. But no row from before the restore is left in this table, so no row can match a repeated `xmin`.
 */
interface TaskSerializedTable {
  id: string
  row_version: string
  /** Hash of the contract's schema and the public URL with which the JSON was created. */
  shape: string
  json: string
}

/** Facts about a company by which admins sort companies. Only triggers on `task` and `company` write this table. */
interface TaskCountsTable {
  company_id: string
  pending: number
  roll_back: number
  approved: number
  posted: number
  open_tasks: number
  /** Number of tasks whose preview waits for the owner's decision. */
  with_client: number
  /** Number of tasks that wait for a preview from the admins: new tasks, and tasks that were referred back. */
  previews_owed: number
  /** Earliest posting date of the tasks that are not posted. It may be in the past. */
  next_posting_date: string | null
  /** A random value that changes with every change of one of the company's tasks. */
  list_tag: string
}

/** Reminders to admins that a task must be posted. */
interface PostReminderTable {
  id: string
  task_id: string
  /** The date and the time of day for which the reminder is. A task that was moved has others. */
  posting_date: string
  posting_time: string
  created_at: Generated<string>
}

/** The calendar feeds of companies. A company without a row has no feed. */
interface CalendarFeedTable {
  company_id: string
  /** The service derives the token of the feed's URL from this id. A new id replaces the URL. */
  id: string
  created_at: Generated<string>
}

/** Plans of companies. A company without a row has the default plan. A limit that is null is the limit of the plan. */
interface CompanyPlanTable {
  company_id: string
  plan: PlanName
  open_tasks_max: number | null
  series_max: number | null
  file_megabytes_max: number | null
}

/** Sizes of the pictures that owners and colleagues attached to tasks. Pictures that an admin attached have no row. */
interface OwnerFileTable {
  /** Key of a file in the file store. */
  key: string
  company_id: string
  bytes: number
}

/** Sizes of the photos that owners have sent, which `documents` stores. Without a row, a company has none. */
interface PhotoUsageTable {
  company_id: string
  bytes: number
  /** Version of the event that contained the size. */
  version: number
}

export interface Tables
  extends MessageTables,
    CompanyTables,
    CompanyManagerTables,
    RateLimitTables,
    BatchTables,
    BriefTables,
    PreviewTables,
    ProofreadingTables,
    ReviewTables,
    DecisionTables,
    ReportTables,
    WorkTables {
  task: TaskTable
  task_series: TaskSeriesTable
  company_plan: CompanyPlanTable
  owner_file: OwnerFileTable
  photo_usage: PhotoUsageTable
  post_reminder: PostReminderTable
  calendar_feed: CalendarFeedTable
  task_serialized: TaskSerializedTable
  task_counts: TaskCountsTable
}
