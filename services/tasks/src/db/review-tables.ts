import type { ColleagueRight, ColleagueState } from '@app/contracts/rules/colleagues.ts'
import type { RecipientKind } from '@app/contracts/rules/reviews.ts'
import type { Generated, GeneratedAlways } from 'kysely'

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
  /** When the colleague left. Stays set after the owner removed the colleague. Null after the colleague came back. */
  left_at: string | null
  /** When the colleague asked the owner to come back. Null after the answer. */
  asked_at: string | null
  /** Whether a colleague who left can no longer ask to come back, for example because the owner refused. */
  return_closed: Generated<boolean>
  version: Generated<number>
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
  /** The recipient gets no reminder before this date. */
  snoozed_until: string | null
}

/** The clients that opened a review link. The table contains keyed hashes instead of IP addresses. */
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
  /** Number of wrong codes of clients that did not request the code. */
  attempts: Generated<number>
  /** The clients that requested the code (keyed hashes of IP addresses), each with the number of its wrong codes. */
  clients: Generated<Record<string, number>>
}

/** A preview that a reminder lists. */
export interface ListedPreview {
  taskId: string
  previewNo: number
  /** Absent if the recipient had no usable link. */
  reviewLinkId?: string
}

/** Reminders about previews that wait for a decision: emails to an owner and to the colleagues who may decide. */
interface ReminderTable {
  id: string
  /** Null for the email to the admins about previews that must be posted soon. */
  company_id: string | null
  /** In the time zone of the company, or of the business if the reminder is for the admins. */
  day: string
  /** Whether the reminder is not part of the schedule, for example because an admin asked for it. */
  is_manual: boolean
  /** The task whose preview is listed first. */
  first_task_id: string | null
  /** The previews in the newest email to each recipient, by the recipient's id. */
  listed: Generated<Record<string, ListedPreview[]>>
  created_at: Generated<string>
  /** When the reminder was created, by the business clock. */
  created_clock: string
  /** When the mail relay accepted the email to the owner. */
  sent_at: string | null
}

/** When the job must next check whether a reminder of a company is due. A company without a row was never checked. */
interface ReminderCheckTable {
  company_id: string
  /** The time zone in the profile of the company when `next_at` was computed. */
  time_zone: string
  /** By the business clock. */
  next_at: string
}

/** Tables of review links and of the people who get them, and of reminders. */
export interface ReviewTables {
  company_setting: CompanySettingTable
  owner_address: OwnerAddressTable
  owner_sign_in: OwnerSignInTable
  colleague: ColleagueTable
  review_link: ReviewLinkTable
  review_open: ReviewOpenTable
  review_code: ReviewCodeTable
  reminder: ReminderTable
  reminder_check: ReminderCheckTable
}
