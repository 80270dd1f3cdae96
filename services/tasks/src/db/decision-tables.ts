import type { PostLinks } from '@app/contracts/rules/posts.ts'
import type { DecisionChannel, DecisionKind } from '@app/contracts/rules/reviews.ts'
import type { ColumnType, Generated } from 'kysely'
import type { BotSignal } from '../decisions/bot-signals.ts'

/** Decisions about previews. */
interface DecisionTable {
  id: string
  task_id: string
  /** Version of the task after the decision. */
  task_version: number
  preview_number: number
  kind: DecisionKind | 'undo'
  channel: DecisionChannel
  link_id: string | null
  /** User id of the owner. Null for a decision through a review link. */
  decided_by: string | null
  content_hash: string
  /** The reason for an undo. */
  reason: string | null
  /** The signs of a machine that were found in the decision. */
  signs: Generated<BotSignal[]>
  confirmed_at: string | null
  confirmed_by: 'owner' | 'review-link' | 'admin' | null
  confirm_attempts: Generated<number>
  created_at: Generated<string>
}

/** The launches that admins undid. */
interface UndoneLaunchTable {
  id: string
  task_id: string
  launch_comment: string
  posted_at: string | null
  post_links: ColumnType<PostLinks, string, never>
  reason: string
  undone_by: string
  undone_at: Generated<string>
}

/** Tasks that admins removed, for the emails to their owners. Kept for 90 days. */
interface RemovedTaskTable {
  /** `_id` of the task. */
  id: string
  task_id: number
  company_id: string
  title: string
  posting_date: string | null
  reason: string
  removed_by: string
  removed_at: Generated<string>
}

/** The decision record, which proves who decided on which preview. A trigger rejects every change of a row. */
interface DecisionRecordTable {
  company_id: string
  number: number
  task_id: string
  /** The decision, or undone launch, that the entry records. Null for confirmations and launches. */
  decision_id: string | null
  /** Canonical JSON, see `recordBody`. */
  body: string
  previous_hash: string
  hash: string
  created_at: Generated<string>
}

/** The last entry of a company's decision record. */
interface RecordChainTable {
  company_id: string
  last_number: number
  last_hash: string
  /**
   * Secret key of the keyed hashes (HMACs) in the company's decision record. The record contains these hashes instead of people and
   * reasons.
   */
  subject_key: Buffer
}

/**
 * Email addresses of people who made decisions, and names of colleagues. The decision record contains only keyed hashes of these people.
 */
interface RecordSubjectTable {
  company_id: string
  subject_hash: string
  email: string
  /** The name of a colleague. Null for owners. */
  name: string | null
}

/** Public keys of all signing keys that the service has used for receipts. */
interface RecordKeyTable {
  id: string
  /** 32 bytes in base64url. */
  public_key: string
  first_used_at: Generated<string>
}

/** Tables of decisions and of the decision record. */
export interface DecisionTables {
  decision: DecisionTable
  undone_launch: UndoneLaunchTable
  removed_task: RemovedTaskTable
  decision_record: DecisionRecordTable
  record_chain: RecordChainTable
  record_subject: RecordSubjectTable
  record_key: RecordKeyTable
}
