import type { ColumnType, Generated } from 'kysely'

/** Tasks that an admin created with one brief, at most one for each company. */
interface TaskBatchTable {
  /** The client chooses the id, so that a repeated request continues the batch. */
  id: string
  /** The title as the admin wrote it. */
  title: string
  /** SHA-256 of the brief. All requests of a batch have the same brief. */
  brief_hash: string
  created_by: string
  created_at: Generated<string>
}

interface TaskBatchItemTable {
  batch_id: string
  company_id: string
  company_name: string
  /** The `_id` of the task, which may have been removed. */
  task_id: string
  /** The `taskId` of the task. */
  task_number: number
  /** When the undoing of the batch removed the task. */
  undone_at: ColumnType<string | null, undefined, Date | string>
}

export interface BatchTables {
  task_batch: TaskBatchTable
  task_batch_item: TaskBatchItemTable
}
