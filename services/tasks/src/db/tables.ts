import type { CompanyTables } from '@app/chassis/companies/company-projection.ts'
import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { Role } from '@app/contracts/http/identity.ts'
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

export interface Tables extends MessageTables, CompanyTables {
  task: TaskTable
  task_serialized: TaskSerializedTable
  task_counts: TaskCountsTable
}
