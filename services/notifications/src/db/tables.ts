import type { CompanyTables } from '@app/chassis/companies/company-projection.ts'
import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { RateLimitTables } from '@app/chassis/limits/limiter.ts'
import type { WorkTables } from '@app/chassis/work/work-table.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { DocumentUploaded } from '@app/contracts/events/documents.ts'
import type { Role } from '@app/contracts/http/session.ts'
import type { ColumnType, Generated } from 'kysely'
import type { MailPart } from '../mail/mail-part.ts'
import type { TaskUpdateFacts, TaskUpdateKind } from '../task-emails/task-update.ts'
import type { ColleagueLinkTable, ColleagueTable, ReminderTable, WaitingPreviewTable } from './review-tables.ts'

/** The recipients of emails: a projection of identity's users. */
interface RecipientTable {
  user_id: string
  email: string
  username: string
  role: Role
  /** Version of the user in the event that last changed the row. */
  version: number
  /** Whether the owner confirmed the email address. Emails to an unconfirmed address contain no text that the owner entered. */
  email_verified: Generated<boolean>
}

/** The ledger of queued, sent and failed emails. The ids are the keys of the work in the queue `mail`. */
interface MailTable {
  id: string
  event_id: string
  template: string
  recipient: string
  reply_to: string | null
  subject: string
  /**
   * The plain-text part. `text`, `html` and `parts` are set to null when the email is sent or cancelled. If the email has an `expires_at`,
   * they are also set to null when it fails.
   */
  text: string | null
  html: string | null
  /** Pictures and attached files. */
  parts: ColumnType<MailPart[] | null, string | null | undefined, null>
  /** Id of the task that the email is about. Emails about a task are one thread. */
  thread_id: string | null
  state: Generated<'queued' | 'sent' | 'failed'>
  attempts: Generated<number>
  /** When the email, or the secret in it (such as a reset code), expires. The email is not sent after this time. */
  expires_at: string | null
  last_error: string | null
  sent_at: string | null
  /** Id of the review link in the email. */
  review_link_id: string | null
  /** The colleague who gets the email. Null for other recipients. */
  colleague_id: string | null
  /** Whether the email was sent again, because the outcome of the first attempt was unknown. */
  may_be_duplicate: Generated<boolean>
  created_at: Generated<string>
}

interface ContactTable {
  id: string
  first_name: string
  last_name: string
  email: string
  mobile: string
  message: string
  /** SHA-256 digest of the client's IP address, for the rate limit. */
  client: string
  created_at: Generated<string>
}

/** The ledger of contact forms that the queue `sheet` adds to the spreadsheet. Empty without a spreadsheet. */
interface SheetRowTable {
  contact_id: string
  state: Generated<'queued' | 'sent' | 'failed'>
  attempts: Generated<number>
  last_error: string | null
  sent_at: string | null
}

export interface NotificationTable {
  id: Generated<number>
  audience_user: string | null
  audience_admins: boolean
  type: string
  /** Text in the list of notifications. The list omits a row with an empty text: the row only makes open screens refetch their data. */
  message: string
  company_profile_id: string | null
  task_id: number | null
  doc_id: number | null
  /**
   * Id of the referral, or of the removed document. A referral has up to two events. Only the event that is handled first adds a message,
   * so the list shows each referral once.
   */
  subject_id: string | null
  created_at: Generated<string>
  /** Id of the transaction that inserted the row. A trigger sets it. */
  xact_id: ColumnType<string, never, never>
}

/** Documents that the next digest of their company will list. The queue `documents` contains the work that sends the digest. */
interface PendingDigestDocumentTable {
  id: Generated<number>
  event_id: string
  company_profile_id: string
  document_id: string
  event_data: ColumnType<EventData<typeof DocumentUploaded>, string, never>
  created_at: Generated<string>
}

/** Email addresses that a mail server reported as non-existent (a hard bounce). Addresses are in lower case. */
interface BouncedAddressTable {
  address: string
  bounced_at: Generated<string>
  /** Status code of RFC 3463, for example `5.1.1`. */
  reason: string
}

/** Whether the owner of a company gets review links. Without a row, the owner gets them. */
interface ReviewSettingTable {
  company_id: string
  review_links: boolean
  changed_at: string
}

/** How often an admin gets emails about tasks. Without a row, the admin gets them with the default frequency. */
interface TaskEmailChoiceTable {
  user_id: string
  /** A `TaskEmailFrequency`. A later release may store other values. */
  frequency: string
  changed_at: Generated<string>
}

/** A projection of tasks: what an admin has to do after the newest event about a task, and the data that emails to admins show. */
interface TaskNewsTable {
  task_id: string
  /** Version of the task in the newest event. */
  version: number
  /** Null if the task does not wait for an admin. */
  kind: TaskUpdateKind | null
  company_id: string
  posting_date: string | null
  /** Null if `kind` is null. */
  facts: ColumnType<TaskUpdateFacts | null, string | null, string | null>
  /**
   * Time of the business clock. Until this time, no digest lists the task, because the owner's feedback may still arrive. Null if no
   * feedback is expected.
   */
  feedback_until: string | null
  changed_at: Generated<string>
}

/** A task that the next digest to an admin lists, or that a queued digest lists. */
interface TaskDigestEntryTable {
  user_id: string
  task_id: string
  /** Time of the business clock. */
  added_at: string
  /** The `event_id` of the email that lists the task. Null until a digest is queued. */
  digest_id: string | null
}

interface WebErrorHourTable {
  hour: string
  count: number
}

export interface Tables extends MessageTables, CompanyTables, RateLimitTables, WorkTables {
  recipient: RecipientTable
  mail: MailTable
  contact: ContactTable
  sheet_row: SheetRowTable
  notification: NotificationTable
  pending_digest_document: PendingDigestDocumentTable
  bounced_address: BouncedAddressTable
  web_error_hour: WebErrorHourTable
  review_setting: ReviewSettingTable
  waiting_preview: WaitingPreviewTable
  colleague: ColleagueTable
  colleague_link: ColleagueLinkTable
  reminder: ReminderTable
  task_email_choice: TaskEmailChoiceTable
  task_news: TaskNewsTable
  task_digest_entry: TaskDigestEntryTable
}
