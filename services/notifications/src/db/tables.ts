import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { RateLimitTables } from '@app/chassis/limits/limiter.ts'
import type { Role } from '@app/contracts/http/identity.ts'
import type { Generated } from 'kysely'

/** Whom mails go to: what identity's events say of people. */
interface RecipientTable {
  user_id: string
  email: string
  username: string
  role: Role
  /** Of the user, after the event these values came with. */
  version: number
}

/** The queue of mails and, once they are sent, the ledger of what went to whom for which event. */
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
  next_attempt_at: Generated<string>
  /** After this the mail is worthless. */
  expires_at: string | null
  last_error: string | null
  sent_at: string | null
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

/** Contact forms on their way to the spreadsheet; none where no spreadsheet is configured. */
interface SheetRowTable {
  contact_id: string
  state: Generated<'queued' | 'sent' | 'failed'>
  attempts: Generated<number>
  next_attempt_at: Generated<string>
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
  created_at: Generated<string>
}

export interface Tables extends MessageTables, RateLimitTables {
  recipient: RecipientTable
  mail: MailTable
  contact: ContactTable
  sheet_row: SheetRowTable
  notification: NotificationTable
}
