import type { CompanyTables } from '@app/chassis/companies/company-projection.ts'
import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { Role } from '@app/contracts/http/identity.ts'
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

export interface Tables extends MessageTables, CompanyTables {
  task: TaskTable
  task_serialized: TaskSerializedTable
  task_counts: TaskCountsTable
}
