import type { CompanyTables } from '@app/chassis/companies/company-projection.ts'
import type { ConfirmedOwnerTables } from '@app/chassis/companies/confirmed-owners.ts'
import type { MessageTables } from '@app/chassis/db/message-tables.ts'
import type { WorkTables } from '@app/chassis/work/work-table.ts'
import type { AudiencePerson } from '@app/contracts/http/audience.ts'
import type { Dispatch, DispatchState } from '@app/contracts/http/dispatches.ts'
import type { Suppression } from '@app/contracts/http/suppressions.ts'
import type { Audience, CampaignCategory, StepType } from '@app/contracts/rules/campaigns.ts'
import type { ColumnType, Generated } from 'kysely'
import type { CompiledMail } from '../content/compiled-mail.ts'

type NullableJson<T> = ColumnType<T | null, string | null, string | null>

interface CampaignTable {
  id: string
  company_id: string
  name: string
  audience: Audience
  category: CampaignCategory
  /** Set for recurring campaigns only. */
  start_date: string | null
  end_date: string | null
  /** Whether opens and clicks are counted. The owner decides when submitting the campaign. */
  counts_opens: Generated<boolean>
  state: Generated<'active' | 'paused' | 'cancelled'>
  version: Generated<number>
  created_at: Generated<string>
}

interface StepTable {
  id: string
  campaign_id: string
  position: number
  type: StepType
  /** Set only if the campaign's category is `Special Event`. */
  date: string | null
  subject: string
  body: string
  /** Key of the image in the file store. Its URL is public and never changes. */
  attachment: string | null
  attachment_name: string | null
  /** Media type, detected from the file's content. */
  attachment_type: string | null
  /** Size in bytes. */
  attachment_size: number | null
  version: Generated<number>
}

/** The sending of a step's email on one date. */
interface DispatchTable {
  id: string
  campaign_id: string
  step_id: string
  company_id: string
  date: string
  /** When sending starts, on the business clock. */
  sends_at: string
  state: Generated<DispatchState>
  /** When the next step of the dispatch is due, on the business clock. Null if there is nothing to do. */
  due_at: string | null
  code: string | null
  reason: string | null
  /** Number of requests for the recipients, plus the number of temporary failures to compile the email. */
  tries: Generated<number>
  /** Number of consecutive failures of the preparation for the same reason. `failure` identifies the reason. */
  failures: Generated<number>
  failure: string | null
  late_reported: Generated<boolean>
  /** Whether the company was suspended because of bounces or complaints about this dispatch. */
  company_suspended: Generated<boolean>
  /** When the recipients were first requested, on the real clock. Recipients that were read before this time are not used. */
  audience_requested_at: string | null
  /** Ticket that gives access to the recipients stored by crm-proxy. `pulled` is the number of recipients fetched so far. */
  ticket: string | null
  pulled: Generated<number>
  as_of: string | null
  audience: number | null
  skipped: NullableJson<NonNullable<Dispatch['skipped']>>
  /** The compiled email, the same for each attempt. Null before the email is compiled and after the purge. */
  mail: NullableJson<CompiledMail>
  /** Targets of the links of the compiled email, by number. Null if opens and clicks are not counted. */
  links: readonly string[] | null
  /** Key of the image that the email links to. The file is kept even if the step gets another image. */
  image: string | null
  counts: NullableJson<Dispatch['counts']>
  started_at: string | null
  finished_at: string | null
  version: Generated<number>
}

/** `target` is the id of the suspended company or campaign, or all zeros if all sending is suspended. */
interface SuspensionTable {
  scope: 'all' | 'company' | 'campaign'
  target: string
  reason: string
  since: Generated<string>
}

/** A notice tells the owner of a company about a suspension and its end. It is deleted some time after the end. */
interface SuspensionNoticeTable {
  id: Generated<string>
  scope: SuspensionTable['scope']
  target: string
  company_id: string
  ended_at: string | null
}

/**
 * The ledger has one row for each recipient of a dispatch. The row's id is derived from the dispatch and the email address. The Message-ID
 * contains this id, so it stays the same even if the row is deleted and inserted again.
 */
interface DeliveryTable {
  id: string
  dispatch_id: string
  position: number
  email: string
  name: string
  provider: string
  /** Values of the merge fields. Null when the email cannot be sent any more. */
  merge: NullableJson<AudiencePerson['merge']>
  token: string
  /** `sending`: claimed until `due_at`. `unknown`: the mail relay did not respond, and the email is sent once more at `due_at`. */
  state: Generated<'queued' | 'sending' | 'accepted' | 'failed' | 'suppressed' | 'unknown'>
  due_at: Generated<string>
  /** Fencing token, incremented by each claim. */
  claim: Generated<number>
  /**
   * Id of the SQL statement that last claimed the row. This statement is called an exchange, because it stores outcomes and claims emails.
   * If its response is lost, the process finds the claims by this id and releases them.
   */
  claimed_by_exchange: string | null
  attempts: Generated<number>
  /** Time of the first claim. If the mail relay still returns a temporary error a day later, the email fails. */
  first_claimed_at: string | null
  may_be_duplicate: Generated<boolean>
  /** Status codes of the mail relay's response, or the reason why the email is not sent. */
  code: string | null
  settled_at: string | null
  /** The following times do not depend on `state`. Once set, they are never reset. */
  bounced_at: string | null
  complained_at: string | null
  unsubscribed_at: string | null
}

/**
 * A request for the picture or a link of an email. `mail-requests/people.ts` tells people from machines. The number of rows for a delivery
 * is limited.
 */
interface MailRequestTable {
  id: string
  dispatch_id: string
  delivery_id: string
  /** Index of the link's target in the dispatch's `links`. Null for the picture. */
  link: number | null
  at: Generated<string>
  /** Short keyed hash of the client's network. Many networks have the same hash, and a network has another hash for each delivery. */
  client: string
  /** What the request itself says about a machine, in the order in which it is checked. Null if it looks like one of a person. */
  machine_sign: 'head' | 'program' | 'early' | null
}

interface RateTable {
  /** `relay` for the mail relay, a company's id, or a mailbox provider with a reduced rate. */
  name: string
  /** Reduced rate of a provider. Null for the mail relay and companies, whose rates are settings. */
  per_second: number | null
  changed_at: Generated<string>
  /** When the token bucket for this rate is full again (`sending/token-buckets.ts`). */
  used_until: Generated<string>
}

/** The suppression of a person who was erased. */
interface ErasedSuppressionTable {
  company_id: string
  /** Keyed hash of the email address (`AddressHash`). */
  email_hash: string
  reason: Suppression['reason']
  erased_at: Generated<string>
}

interface SuppressionTable {
  id: string
  company_id: string
  /** Trimmed and in lower case. */
  email: string
  reason: Suppression['reason']
  created_at: Generated<string>
}

interface TestMailTable {
  id: string
  company_id: string
  email: string
  /** Random token in the links and the return path of the email. */
  token: string
  /** The caller and the Idempotency-Key of the request. Null for a request without a key. */
  request: string | null
  /** `unknown`: the email was sent, but the mail relay did not respond. The email is not sent again. */
  state: Generated<'sending' | 'sent' | 'unknown'>
  created_at: Generated<string>
}

export interface Tables extends MessageTables, CompanyTables, ConfirmedOwnerTables, WorkTables {
  campaign: CampaignTable
  step: StepTable
  dispatch: DispatchTable
  suspension: SuspensionTable
  suspension_notice: SuspensionNoticeTable
  delivery: DeliveryTable
  mail_request: MailRequestTable
  rate: RateTable
  suppression: SuppressionTable
  erased_suppression: ErasedSuppressionTable
  test_mail: TestMailTable
}
