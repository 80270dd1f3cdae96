import type { CompanyTables } from '@app/chassis/companies/company-projection.ts'
import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { RateLimitTables } from '@app/chassis/limits/limiter.ts'
import type { Role } from '@app/contracts/http/identity.ts'
import type { BriefText } from '@app/contracts/rules/brief.ts'
import type { ColleagueRight, ColleagueState } from '@app/contracts/rules/colleagues.ts'
import type { NoteSource } from '@app/contracts/rules/notes.ts'
import type { NoteAuthorKind, NoteState, NoteVisibility } from '@app/contracts/rules/preview-notes.ts'
import type { ContentKind } from '@app/contracts/rules/previews.ts'
import type { MonthWeek, RecurrenceType, Weekday } from '@app/contracts/rules/recurrence.ts'
import type { DecisionChannel, DecisionKind, RecipientKind } from '@app/contracts/rules/reviews.ts'
import type { Platform, TaskStatus } from '@app/contracts/rules/task-status.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Sign } from '../decisions/signs.ts'
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
  /** Whether a machine, such as a mail scanner, may have made the referral through a review link. */
  isUnconfirmed?: boolean
  createdAt: string
}

/** The part of a task that all occurrences of a series have in common. */
export type SeriesBrief = Record<BriefText, string> & Record<Platform, boolean>

/** A picture in the file store. The dimensions are in pixels. */
export interface StoredThumbnail {
  key: string
  width: number
  height: number
}

/** Image columns contain keys of files in the file store. Responses contain URLs instead. */
interface TaskTable extends Omit<StoredColumns, keyof Overridden>, Overridden {
  created_by: Role
  /** Number of reminder emails about the current preview. A trigger resets the number when another preview is delivered. */
  reminders_sent: Generated<number>
}

interface Overridden {
  task_id: GeneratedAlways<number>
  status: Generated<TaskStatus>
  done_task_image: ColumnType<string | null, string | undefined, string>
  /** The small copy of `done_task_image` for lists. Null until the copy is stored. */
  done_task_thumbnail: ColumnType<StoredThumbnail | null, string | undefined, string | null>
  /** Number of the current preview. Null without a preview, or if the background job has not yet converted the task. */
  preview_number: ColumnType<number | null, number | undefined, number>
  /** Number of the preview that the owner approved. In an Approved or Posted task, equal to `preview_number`. In other tasks, null. */
  approved_preview_number: ColumnType<number | null, number | undefined, number | null>
  approval_unconfirmed: Generated<boolean>
  email_bounced: Generated<boolean>
  /** When the owner was last reminded of the current preview. */
  reminded_at: ColumnType<string | null, string | undefined, string | null>
  admin_post_comment: ColumnType<string | null, string | undefined, string>
  /** The complete history, oldest first. It is stored in the row, because it is always read and changed together with the task. */
  rollbacks: ColumnType<Rollback[], string | undefined, string>
  /**
   * The series of a recurring task. For a recurring task of the previous release, null until the job `start-series.ts` has created the
   * series.
   */
  series_id: ColumnType<string | null, string | undefined, string>
  occurrence_no: ColumnType<number | null, number | undefined, number>
  occurrence_date: ColumnType<string | null, string | undefined, string>
  /** The date that follows `occurrence_date` in the series. */
  next_occurrence_date: ColumnType<string | null, string | null | undefined, string | null>
  version: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
}

/** A recurring task and its repeats. The tasks of a series are its occurrences. */
interface TaskSeriesTable {
  id: string
  company_id: string
  /** The texts and platforms of new occurrences. */
  brief: ColumnType<SeriesBrief, string, never>
  /** Key of a file in the file store. All occurrences refer to the same file. */
  reference_image: string | null
  recurrence_type: RecurrenceType
  weekly_day_of_week: Weekday | null
  monthly_week: MonthWeek | null
  monthly_day_of_week: Weekday | null
  starts_on: string
  ends_on: string
  /** Number of tasks that the series has had so far, including removed tasks. Skipped dates do not count. */
  last_number: number
  /** The latest date of the series for which a task was created, or which was skipped. The dates of a series only increase. */
  last_date: string
  /** The date of the next task. Null if no further task follows. */
  next_date: string | null
  /** Whether the newest task was posted. In this case, the next task is created at once. */
  is_due: Generated<boolean>
  version: Generated<number>
  created_at: Generated<string>
}

/**
 * A cache of the JSON of tasks for lists. It may be empty, incomplete or stale. A row is current if `row_version` equals the `xmin` of the
 * task's row, because every update of the task changes `xmin`. The table is unlogged, so it is empty after a crash or restore. After a
 * restore, transaction ids can repeat. But no row from before the restore is left in this table, so no row can match a repeated `xmin`.
 */
interface TaskSerializedTable {
  id: string
  row_version: string
  /** Hash of the contract's schema and the public URL with which the JSON was created. */
  shape: string
  json: string
}

/** Facts about a company by which admins sort companies. Only triggers on `task` and `company` write this table. */
interface TaskCountsTable {
  company_id: string
  pending: number
  roll_back: number
  approved: number
  posted: number
  open_tasks: number
  /** Number of tasks whose preview waits for the owner's decision. */
  with_client: number
  /** Number of tasks that wait for a preview from the admins: new tasks, and tasks that were referred back. */
  previews_owed: number
  /** Earliest posting date of the tasks that are not posted. It may be in the past. */
  next_posting_date: string | null
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
  /** Id of an admin, like `delivered_by` and `checked_by`. Null if a release without previews delivered the content. */
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
  /** Whether the owner gets review links. */
  review_links: Generated<boolean>
  /** Whether the first decision in a browser needs a code that is sent by email. */
  code_for_new_browser: Generated<boolean>
}

/** Email addresses of owners, which events of identity update. */
interface OwnerAddressTable {
  owner_id: string
  email: string
  is_confirmed: Generated<boolean>
  /** Version of the account in the event that last changed the address. */
  version: number
}

/**
 * The last sign-ins of owners. When a company is created, a trigger inserts the owner's row. If the owner has signed in before, the row
 * exists, and the trigger sets its `company_id`.
 */
interface OwnerSignInTable {
  owner_id: string
  /** Null until the owner has a company. */
  company_id: string | null
  /**
   * Time of the last sign-in that `identity` published, rounded down to the minute. `identity` publishes at most one sign-in of an owner
   * per hour. 1970-01-01 if no sign-in is known.
   */
  signed_in_at: Generated<string>
}

/** The right of a recipient to see a preview and to decide on it without signing in. The token is not stored. */
interface ReviewLinkTable {
  id: string
  task_id: string
  preview_number: number
  recipient_kind: RecipientKind
  /** The user id of the owner, or the id of the colleague. */
  recipient_id: string
  email: string
  created_at: Generated<string>
  expires_at: string
  revoked_at: string | null
  /** When the mail relay accepted the email with the link. */
  sent_at: string | null
  /** When a mail server reported that the address does not exist. */
  bounced_at: string | null
  first_opened_at: string | null
  /** The recipient wants no reminder before this date. */
  snoozed_until: string | null
}

/** Colleagues of owners: people who get review links of a company without having an account. Each address of a company has one row. */
interface ColleagueTable {
  id: string
  company_id: string
  email: string
  name: string
  may: ColleagueRight
  state: ColleagueState
  /** When the last invitation was sent. */
  invited_at: Generated<string>
  /** When the colleague accepted or left, or when the owner removed the colleague. Null for an invitation that was not answered. */
  changed_at: string | null
  /** When a mail server reported that the address does not exist. The colleague then gets no further emails. */
  bounced_at: string | null
  version: Generated<number>
}

/** Which clients opened a review link. The table contains keyed hashes instead of IP addresses. */
interface ReviewOpenTable {
  id: GeneratedAlways<number>
  link_id: string
  client_key_hash: string
  opened_at: Generated<string>
}

/** Codes for new browsers, one for each recipient of review links. */
interface ReviewCodeTable {
  recipient_id: string
  /** The code is not stored: the service computes it from this id. */
  id: string
  expires_at: string
  attempts: Generated<number>
}

/** Decisions about previews. Decisions of replicas of the previous release have no row. */
interface DecisionTable {
  id: string
  task_id: string
  /** Version of the task after the decision. */
  task_version: number
  preview_number: number | null
  kind: DecisionKind | 'undo'
  channel: DecisionChannel
  link_id: string | null
  /** User id of the owner. Null for a decision through a review link. */
  decided_by: string | null
  content_hash: string | null
  /** The reason for an undo. */
  reason: string | null
  /** The signs of a machine that were found in the decision. */
  signs: Generated<Sign[]>
  confirmed_at: string | null
  confirmed_by: 'owner' | 'review-link' | 'admin' | null
  confirm_attempts: Generated<number>
  created_at: Generated<string>
}

/** The decision record, which proves who decided on which preview (ADR 0066). A trigger rejects every change of a row. */
interface DecisionRecordTable {
  company_id: string
  number: number
  task_id: string
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

/** Email addresses of people who made decisions. The decision record contains only keyed hashes of these people. */
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

/** Notes on tasks: replies to emails with a review link. */
interface TaskNoteTable {
  id: string
  task_id: string
  preview_number: number
  source: NoteSource
  /** Identifies the reply, so that a reply that arrives twice is one note. */
  source_id: string
  text: string
  is_from_recipient: boolean
  is_automatic: boolean
  has_attachments: boolean
  created_at: Generated<string>
}

/** Email addresses of the authors of notes. An address can be erased without changing the note. */
interface TaskNoteAuthorTable {
  note_id: string
  /** In lower case. */
  email: string
}

/** Notes on previews. The columns of the place are explained in `NotePlace`. */
interface PreviewNoteTable {
  id: string
  task_id: string
  preview_id: string
  /** 1, 2, 3 for each preview and visibility. */
  number: number
  file_position: number | null
  x: number | null
  y: number | null
  at_ms: number | null
  page: number | null
  body: string
  author_kind: NoteAuthorKind
  /** Id of the admin or owner. For a review link, the id of its recipient. */
  author_id: string
  /** The review link that the author used. Null for other authors. */
  link_id: string | null
  visibility: NoteVisibility
  state: Generated<NoteState>
  version: Generated<number>
  /** Id of the note on an earlier preview that goes on in this note. */
  continues: string | null
  reply_count: Generated<number>
  created_at: Generated<string>
}

/** Replies to notes on previews. */
interface PreviewNoteReplyTable {
  id: string
  note_id: string
  body: string
  author_kind: NoteAuthorKind
  author_id: string
  link_id: string | null
  created_at: Generated<string>
}

/** The calendar feeds of companies. A company without a row has no feed. */
interface CalendarFeedTable {
  company_id: string
  /** The service derives the token of the feed's URL from this id. A new id replaces the URL. */
  id: string
  created_at: Generated<string>
}

export interface Tables extends MessageTables, CompanyTables, RateLimitTables {
  task: TaskTable
  task_series: TaskSeriesTable
  preview: PreviewTable
  preview_file: PreviewFileTable
  company_setting: CompanySettingTable
  owner_address: OwnerAddressTable
  owner_sign_in: OwnerSignInTable
  colleague: ColleagueTable
  review_link: ReviewLinkTable
  review_open: ReviewOpenTable
  review_code: ReviewCodeTable
  decision: DecisionTable
  decision_record: DecisionRecordTable
  record_chain: RecordChainTable
  record_subject: RecordSubjectTable
  record_key: RecordKeyTable
  task_note: TaskNoteTable
  task_note_author: TaskNoteAuthorTable
  preview_note: PreviewNoteTable
  preview_note_reply: PreviewNoteReplyTable
  calendar_feed: CalendarFeedTable
  task_serialized: TaskSerializedTable
  task_counts: TaskCountsTable
}
