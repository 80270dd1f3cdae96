import type { Role } from '@app/contracts/http/session.ts'
import type { BriefPart, BriefText } from '@app/contracts/rules/brief.ts'
import type { Platform } from '@app/contracts/rules/task-status.ts'
import type { ColumnType, Generated } from 'kysely'

/** The texts and platforms of a brief. All occurrences of a series begin with the same ones. */
export type SeriesTaskInput = Record<BriefText, string> & Record<Platform, boolean>

/** The states of the briefs of tasks. The first state is stored when a brief changes for the first time. */
interface BriefVersionTable {
  task_id: string
  /** 1, 2, 3 per task. The last one equals `brief_version` of the task. */
  number: number
  changed_at: Generated<string>
  /** Null for the first state of a task that an admin created. */
  changed_by: string | null
  changed_by_role: Role
  /** The parts that differ from the previous state. */
  changed: BriefPart[]
  /** Number of the preview that was current at the time of the change. */
  preview_number: number | null
  /** Texts and platforms. A later release may have more of them. */
  brief: ColumnType<Partial<SeriesTaskInput>, string, never>
  target_posting_date: string | null
  target_posting_time: string | null
  submission_for_review: string | null
  /** A replaced image is deleted, so its key is not stored. */
  has_reference_image: boolean
}

export interface BriefTables {
  brief_version: BriefVersionTable
}
