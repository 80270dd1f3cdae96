import type { CompanyTables } from '@app/chassis/companies/company-projection.ts'
import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { Role } from '@app/contracts/http/identity.ts'
import type { MonthWeek, RecurrenceType, Weekday } from '@app/contracts/rules/recurrence.ts'
import type { Platform, TaskStatus } from '@app/contracts/rules/task-status.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** One time the owner referred a preview back. Images are object keys. */
export interface Rollback {
  /** What the events about it have in common; entries of the release before have none. */
  id?: string
  feedback: string
  clientSuggestImage: string | null
  /** The preview it was about. */
  doneTaskImage: string | null
  createdAt: string
}

type Platforms = Record<Platform, boolean>

/** Images are object keys; addresses are built when a task is answered. */
interface TaskTable extends Platforms {
  id: string
  task_id: GeneratedAlways<number>
  company_id: string
  title: string
  tagline: string
  taskpurpose: string
  headline: string
  offerormessage: string
  calltoaction: string
  guidlines: string
  additionalinfo: string
  description: string
  target_posting_date: string | null
  submission_for_review: string | null
  status: Generated<TaskStatus>
  reference_image: string | null
  done_task_image: ColumnType<string | null, string | undefined, string>
  admin_post_comment: ColumnType<string | null, string | undefined, string>
  /** The whole history, oldest first, in the row: it changes and is read with the task only. */
  rollbacks: ColumnType<Rollback[], string | undefined, string>
  is_recurring: boolean
  recurrence_type: RecurrenceType | null
  recurrence_start_date: string | null
  recurrence_end_date: string | null
  weekly_day_of_week: Weekday | null
  monthly_week: MonthWeek | null
  monthly_day_of_week: Weekday | null
  version: Generated<number>
  created_by: Role
  created_at: Generated<string>
  updated_at: Generated<string>
  /** What lists answer it with: a trigger writes it. Null for one that was there before, until it is filled in. */
  json: ColumnType<string | null, never, never>
}

/** How many tasks a company has, by status. Triggers keep it: nothing else writes it. */
interface CompanyTallyTable {
  company_id: string
  pending: number
  roll_back: number
  approved: number
  posted: number
  /** All that are not posted. */
  open_tasks: number
  /** Grows with each change of any of its tasks. */
  version: number
  /** Random; every change of any of the company's tasks replaces it. Null only in rows that the migrations have not filled yet. */
  list_tag: string | null
}

export interface Tables extends MessageTables, CompanyTables {
  task: TaskTable
  company_tally: CompanyTallyTable
}
