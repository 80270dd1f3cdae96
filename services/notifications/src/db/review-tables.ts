import type { ColleagueRight, ColleagueState } from '@app/contracts/rules/colleagues.ts'
import type { ColumnType, Generated } from 'kysely'

/**
 * A projection of tasks and their current previews. The first event about a task adds its row, even before the task has a preview. Dates
 * are in the time zone of the company.
 */
export interface WaitingPreviewTable {
  task_id: string
  /** Version of the task in the newest event about the task. 0 if only the event `ReviewSnoozed`, which sets no version, was received. */
  version: Generated<number>
  task_number: number | null
  company_id: string | null
  /** User id of the owner. */
  recipient_id: string | null
  company_name: Generated<string>
  title: Generated<string>
  posting_date: string | null
  preview_number: number | null
  /** Whether the preview waits for a decision. */
  is_waiting: Generated<boolean>
  waits_since: string | null
  /** The newest review link of the task, and the number of the preview that the link shows. */
  review_link_id: string | null
  link_preview_number: number | null
  is_link_revoked: Generated<boolean>
  snoozed_until: string | null
  /** Number of sent reminders that listed the preview. */
  reminded: Generated<number>
  last_reminded_on: string | null
  /** Null if no further reminder is due. */
  next_reminder_at: string | null
  changed_at: Generated<string>
}

/** A projection of colleagues: people who get review links of a company without having an account. */
export interface ColleagueTable {
  id: string
  company_id: string
  owner_id: string
  email: string
  may: ColleagueRight
  state: ColleagueState
  has_bounced: boolean
  /** Version of the colleague in the newest event. */
  version: number
}

/** The review links of colleagues. Rows of links that were revoked are deleted. */
export interface ColleagueLinkTable {
  id: string
  colleague_id: string
  task_id: string
  preview_number: number
  /** The colleague gets no reminder about the preview before this date. */
  snoozed_until: string | null
  created_at: Generated<string>
}

/** A preview that a reminder lists. */
export interface RemindedPreview {
  taskId: string
  previewNo: number
  reviewLinkId?: string
}

/**
 * Reminders to owners and colleagues, and one row per working day for the email to the admins (`remind-admins.ts`). The id is the
 * `event_id` of the email.
 */
export interface ReminderTable {
  id: string
  /** User id of the owner, or id of the colleague. Null for the email to the admins. */
  recipient_id: string | null
  is_to_colleague: Generated<boolean>
  company_id: string | null
  day: string
  due_at: string
  /** Whether an admin asked for the reminder. */
  is_manual: Generated<boolean>
  state: Generated<'queued' | 'sent' | 'failed' | 'cancelled'>
  previews: ColumnType<RemindedPreview[], string, never>
  created_at: Generated<string>
}
