import type { CompanyManagerTables } from '@app/chassis/companies/company-managers.ts'
import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { RateLimitTables } from '@app/chassis/limits/limiter.ts'
import type { WorkTables } from '@app/chassis/work/work-table.ts'
import type { DocumentMailTopic, MailRecipient } from '@app/contracts/http/mail-content.ts'
import type { Role } from '@app/contracts/http/session.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Composer } from '../mail/mail-queues.ts'

/** The recipients of emails: a projection of identity's users. */
interface RecipientTable {
  user_id: string
  email: string
  username: string
  role: Role
  /** Version of the user in the event that last changed the row. */
  version: number
  /** Whether the owner confirmed the email address. Emails to an unconfirmed address contain no text that the owner entered. */
  email_verified: boolean
}

/** The ledger of queued, sent and failed emails. The ids are the keys of the work in the queues of emails. */
interface MailTable {
  id: string
  event_id: string
  /** The template. For an email that another service composes, the topic. */
  template: string
  /**
   * The service that composes the email when it is sent. Its content is never stored. Null for an email that this service composed when the
   * email was queued.
   */
  composer: Composer | null
  /** The object that the email is about, and the recipient. Null if `composer` is null. */
  about: string | null
  /** The company whose data the email contains. Null if there is none, or if a digest is about several. */
  company_profile_id: string | null
  recipient_kind: MailRecipient['kind'] | null
  recipient_id: string | null
  /** Email address. Null until the email is composed if the address is not known before. */
  recipient: string | null
  reply_to: string | null
  /** Null until the email is composed. */
  subject: string | null
  /** The text and the HTML are set to null when the email is sent or canceled. */
  text: string | null
  html: string | null
  state: Generated<'queued' | 'sent' | 'failed'>
  attempts: Generated<number>
  last_error: string | null
  sent_at: string | null
  /** When a mail server reported that the sent email was not delivered. `last_error` is then the status code of the report. */
  bounced_at: string | null
  /** When the recipient reported the sent email as spam. */
  complained_at: string | null
  /** Id in the return path, as the composing service chose it. */
  return_id: string | null
  /** Whether events tell the composing service that the email was sent or refused. */
  is_tracked: Generated<boolean>
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

/**
 * A document, or a delivery of photos, that the next digest about its company lists, or that a queued digest lists. The queue `documents`
 * queues the digests.
 */
interface DigestDocumentTable {
  id: Generated<number>
  topic: DocumentMailTopic
  company_profile_id: string
  /** The admin who gets the digest. Null: all admins get it. */
  user_id: string | null
  document_id: string
  /** The `event_id` of the emails that list the document. Null until a digest is queued. */
  digest_id: string | null
  created_at: Generated<string>
}

/** How often an admin gets emails about tasks, and of which companies. Without a row, the admin has the default choice. */
interface TaskEmailChoiceTable {
  user_id: string
  /** A `TaskEmailFrequency`. A later release may store other values. */
  frequency: string
  /** A `TaskEmailScope`. A later release may store other values. */
  scope: Generated<string>
}

/** A task that the next digest to an admin lists, or that a queued digest lists. */
interface TaskDigestEntryTable {
  user_id: string
  task_id: string
  company_id: string
  /** Time of the business clock. */
  added_at: string
  /** Time of the business clock. Until this time, no digest lists the task, because feedback or further notes may still arrive. */
  ready_at: string
  /** The `event_id` of the email that lists the task. Null until a digest is queued. */
  digest_id: string | null
}

interface WebErrorHourTable {
  hour: string
  count: number
}

export interface Tables extends MessageTables, RateLimitTables, WorkTables, CompanyManagerTables {
  recipient: RecipientTable
  mail: MailTable
  contact: ContactTable
  sheet_row: SheetRowTable
  notification: NotificationTable
  digest_document: DigestDocumentTable
  web_error_hour: WebErrorHourTable
  task_email_choice: TaskEmailChoiceTable
  task_digest_entry: TaskDigestEntryTable
}
