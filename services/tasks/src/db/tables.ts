import type { CompanyTables } from '@app/chassis/companies/company-projection.ts'
import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { Role } from '@app/contracts/http/identity.ts'
import type { ContentKind } from '@app/contracts/rules/previews.ts'
import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { StoredColumns } from './task-columns.ts'

/** An entry of the history: the owner referred a preview back. Images are object keys. */
export interface Rollback {
  /** The `referralId` of its events. There are up to two events: one for the status and one for the feedback. */
  id: string
  feedback: string
  clientSuggestImage: string | null
  doneTaskImage: string | null
  /** Number of the preview. Absent in entries from the time before previews. */
  previewNo?: number
  createdAt: string
}

/** The table of tasks. Image columns contain object keys, and responses contain their URLs. */
interface TaskTable extends Omit<StoredColumns, keyof Overridden>, Overridden {
  created_by: Role
}

/** Columns that have a default, or another type than the contract's field. */
interface Overridden {
  task_id: GeneratedAlways<number>
  status: Generated<TaskStatus>
  done_task_image: ColumnType<string | null, string | undefined, string>
  /** Number of the current preview. Null without a preview, and until the background job has converted a task from before previews. */
  preview_number: ColumnType<number | null, number | undefined, number>
  /** Number of the preview that the owner approved. It equals `preview_number` in an Approved or Posted task, and is null in others. */
  approved_preview_number: ColumnType<number | null, number | undefined, number | null>
  admin_post_comment: ColumnType<string | null, string | undefined, string>
  /** The complete history, oldest first. It is stored in the row because it is only read and changed together with the task. */
  rollbacks: ColumnType<Rollback[], string | undefined, string>
  version: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
}

/**
 * A cache of the JSON of tasks for lists. It may be empty, incomplete or stale. A text is current if `row_version` equals the `xmin` of the
 * task's row. Postgres sets a new `xmin` with each update, also with a manual statement that does not change `version`. The table is
 * unlogged, so it is empty after a crash, in a backup and after a point-in-time recovery. A text therefore never matches the `xmin` of
 * another database.
 */
interface TaskSerializedTable {
  id: string
  row_version: string
  /** Hash of the contract's schema and the public URL with which the text was created. */
  shape: string
  json: string
}

/** The number of tasks of a company by status. Triggers on `task` and `company` are the only writers. */
interface TaskCountsTable {
  company_id: string
  pending: number
  roll_back: number
  approved: number
  posted: number
  open_tasks: number
  /** A random value that every change of one of the company's tasks replaces. */
  list_tag: string
}

/** A version of a task's content. Triggers reject changes of its content after the content hash is set. */
interface PreviewTable {
  id: string
  task_id: string
  /** 1, 2, 3 per task, assigned at delivery. Null for a draft. */
  number: number | null
  caption: string
  /** Null until the hashes of all files are known. */
  content_hash: string | null
  state: 'draft' | 'delivered'
  /** Ids of admins. Null if the previous release delivered the preview. */
  created_by: string | null
  created_at: Generated<string>
  delivered_by: string | null
  delivered_at: string | null
  check_requested_at: string | null
  checked_by: string | null
  checked_at: string | null
}

interface PreviewFileTable {
  preview_id: string
  position: number
  key: string
  kind: ContentKind
  media_type: string
  bytes: number | null
  sha256: string | null
  width: number | null
  height: number | null
  duration_ms: number | null
  poster_key: string | null
  display_key: string | null
  thumbnail_key: string | null
  /** When the background job completes the file. Null if the file is complete or was given up. */
  due_at: string | null
  attempts: Generated<number>
  /** Why the file is incomplete. */
  problem: 'missing' | 'damaged' | 'unavailable' | null
}

interface CompanySettingTable {
  company_id: string
  /** Whether a second admin must check a preview before delivery. */
  requires_check: boolean
}

export interface Tables extends MessageTables, CompanyTables {
  task: TaskTable
  preview: PreviewTable
  preview_file: PreviewFileTable
  company_setting: CompanySettingTable
  task_serialized: TaskSerializedTable
  task_counts: TaskCountsTable
}
