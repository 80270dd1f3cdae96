import type { CompanyTables } from '@app/chassis/companies/company-projection.ts'
import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { Role } from '@app/contracts/http/identity.ts'
import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { StoredColumns } from './task-columns.ts'

/** One time the owner referred a preview back. Images are object keys. */
export interface Rollback {
  /** The `referralId` of the events about it: one for the status and one for the feedback. */
  id: string
  feedback: string
  clientSuggestImage: string | null
  /** The preview it was about. */
  doneTaskImage: string | null
  createdAt: string
}

/** Columns that have a default or other types than the contract's fields. Images are object keys; a response has their URLs. */
interface TaskTable extends Omit<StoredColumns, keyof Overridden>, Overridden {
  created_by: Role
}

interface Overridden {
  task_id: GeneratedAlways<number>
  status: Generated<TaskStatus>
  done_task_image: ColumnType<string | null, string | undefined, string>
  admin_post_comment: ColumnType<string | null, string | undefined, string>
  /** The whole history, oldest first. It is part of the row because it is read and changed with the task only. */
  rollbacks: ColumnType<Rollback[], string | undefined, string>
  version: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
}

/**
 * The JSON of tasks for lists: a cache, which may be empty, incomplete or stale. A text is current if `row_version` is the `xmin` of the
 * task's row. Postgres gives a row a new `xmin` with each update, whoever makes it, a statement by hand included; the column `version`
 * changes only with changes by this service. The table is unlogged: a backup leaves it out, and it is empty after a crash or a recovery
 * to an earlier point in time. So no text meets the `xmin` of another database or of a discarded change.
 */
interface TaskSerializedTable {
  /** The task's id. */
  id: string
  row_version: string
  /** Identifies the contract's schema and the public URL that the text was made with. */
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
  /** The number of tasks that are not posted. */
  open_tasks: number
  /** Random. Every change of one of the company's tasks replaces it. */
  list_tag: string
}

export interface Tables extends MessageTables, CompanyTables {
  task: TaskTable
  task_serialized: TaskSerializedTable
  task_counts: TaskCountsTable
}
