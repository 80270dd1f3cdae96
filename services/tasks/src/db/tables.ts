import type { CompanyTables } from '@app/chassis/companies/company-projection.ts'
import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { Role } from '@app/contracts/http/identity.ts'
import type { ContentKind } from '@app/contracts/rules/previews.ts'
import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { StoredColumns } from './task-columns.ts'

/** An entry of the history: the owner referred a preview back. Images are keys of files in the file store. */
export interface Rollback {
  /** The `referralId` of up to two events: one for the status change, and one for the feedback. */
  id: string
  feedback: string
  clientSuggestImage: string | null
  doneTaskImage: string | null
  /** Number of the preview. Absent in entries from the time before previews. */
  previewNo?: number
  createdAt: string
}

/** Image columns contain keys of files in the file store. Responses contain URLs instead. */
interface TaskTable extends Omit<StoredColumns, keyof Overridden>, Overridden {
  created_by: Role
}

interface Overridden {
  task_id: GeneratedAlways<number>
  status: Generated<TaskStatus>
  done_task_image: ColumnType<string | null, string | undefined, string>
  /** Number of the current preview. Null without a preview, or if the background job has not yet converted the task. */
  preview_number: ColumnType<number | null, number | undefined, number>
  /** Number of the preview that the owner approved. In an Approved or Posted task, equal to `preview_number`. In other tasks, null. */
  approved_preview_number: ColumnType<number | null, number | undefined, number | null>
  admin_post_comment: ColumnType<string | null, string | undefined, string>
  /** The complete history, oldest first. It is stored in the row, because it is always read and changed together with the task. */
  rollbacks: ColumnType<Rollback[], string | undefined, string>
  version: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
}

/**
 * A cache of the JSON of tasks for lists. It may be empty, incomplete or stale. A row is current if `row_version` equals the `xmin` of the
 * task's row, because every update of the task changes `xmin`. The table is unlogged, so it is empty after a crash or restore. So a cached
 * row never matches the `xmin` of another database.
 */
interface TaskSerializedTable {
  id: string
  row_version: string
  /** Hash of the contract's schema and the public URL with which the JSON was created. */
  shape: string
  json: string
}

/** Only triggers on `task` and `company` write this table. */
interface TaskCountsTable {
  company_id: string
  pending: number
  roll_back: number
  approved: number
  posted: number
  open_tasks: number
  /** A random value that changes with every change of one of the company's tasks. */
  list_tag: string
}

/** A version of a task's content. Triggers reject changes of the content after the content hash is set. */
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
  /** Time at which the background job completes the file. Null if the file is complete or was given up. */
  due_at: string | null
  attempts: Generated<number>
  /** The reason why the file is incomplete. Null if it is complete. */
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
