import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { RateLimitTables } from '@app/chassis/limits/limiter.ts'
import type { WorkTables } from '@app/chassis/work/work-table.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { DocumentUploaded } from '@app/contracts/events/documents.ts'
import type { Role } from '@app/contracts/http/identity.ts'
import type { ColumnType, Generated } from 'kysely'

/** Whom mails go to: what identity's events say of people. */
interface RecipientTable {
  user_id: string
  email: string
  username: string
  role: Role
  /** Of the user, after the event these values came with. */
  version: number
  /** Of an owner: whether the email address is confirmed. Until then emails to it contain no words that the owner chose. */
  email_verified: Generated<boolean>
}

/** The ledger of what goes and went to whom for which event. That it is sent is work in the queue `mail`, by the mail's id. */
interface MailTable {
  id: string
  event_id: string
  template: string
  recipient: string
  reply_to: string | null
  subject: string
  /** The two parts; erased once sent, and when a mail that holds a secret is given up. */
  text: string | null
  html: string | null
  state: Generated<'queued' | 'sent' | 'failed'>
  attempts: Generated<number>
  /** After this the mail is worthless. */
  expires_at: string | null
  last_error: string | null
  sent_at: string | null
  /** Nobody knew whether it was sent, and so it was sent once more. */
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
  /** A digest of the client's address, for the limit alone. */
  client: string
  created_at: Generated<string>
}

/** Which contact forms are in the spreadsheet, or to be, by work in the queue `sheet`; none where no spreadsheet is configured. */
interface SheetRowTable {
  contact_id: string
  state: Generated<'queued' | 'sent' | 'failed'>
  attempts: Generated<number>
  last_error: string | null
  sent_at: string | null
}

/** What happened, for one owner or for all admins. */
export interface NotificationTable {
  id: Generated<number>
  audience_user: string | null
  audience_admins: boolean
  type: string
  /** Empty for what only refreshes screens. */
  message: string
  company_profile_id: string | null
  task_id: number | null
  doc_id: number | null
  /** Identifies what the notification is about. The list mentions it once, however many events report it. */
  subject_id: string | null
  created_at: Generated<string>
  /** The transaction that stored the row; a trigger writes it. */
  xact_id: ColumnType<string, never, never>
}

/** Who wants to hear when an announced feature is there. */
interface InterestTable {
  user_id: string
  feature: string
  created_at: Generated<string>
}

/** Documents that wait for their company's next digest email, which work in the queue `documents` queues. */
interface PendingDigestDocumentTable {
  id: Generated<number>
  /** The event that reported the document. */
  event_id: string
  company_profile_id: string
  document_id: string
  /** The data of that event. */
  event_data: ColumnType<EventData<typeof DocumentUploaded>, string, never>
  created_at: Generated<string>
}

/** Unexpected errors that the web app reported, counted by the hour. */
interface WebErrorHourTable {
  hour: string
  count: number
}

export interface Tables extends MessageTables, RateLimitTables, WorkTables {
  recipient: RecipientTable
  mail: MailTable
  contact: ContactTable
  sheet_row: SheetRowTable
  notification: NotificationTable
  interest: InterestTable
  pending_digest_document: PendingDigestDocumentTable
  web_error_hour: WebErrorHourTable
}
