import type { CompanyTables } from '@app/chassis/companies/company-projection.ts'
import type { MessageTables } from '@app/chassis/db/message-tables.ts'
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
  /** Of a recurring one. */
  start_date: string | null
  end_date: string | null
  state: Generated<'active' | 'paused' | 'cancelled'>
  version: Generated<number>
  created_at: Generated<string>
}

interface StepTable {
  id: string
  campaign_id: string
  position: number
  type: StepType
  /** Of a special event. */
  date: string | null
  subject: string
  body: string
  /** Key of the image; its address is public and never changes. */
  attachment: string | null
  attachment_name: string | null
  /** Media type, told by its bytes. */
  attachment_type: string | null
  /** Bytes. */
  attachment_size: number | null
  version: Generated<number>
}

/** One sending of a step. */
interface DispatchTable {
  id: string
  campaign_id: string
  step_id: string
  company_id: string
  date: string
  /** By the business clock. */
  sends_at: string
  state: Generated<DispatchState>
  /** When the scheduler looks at it next, by the business clock; nothing to do by time when null. */
  due_at: string | null
  code: string | null
  /** A sentence for the owner. */
  reason: string | null
  /** How often its audience was asked for. */
  tries: Generated<number>
  /** How often in a row its work failed for the same reason, and a fingerprint of that reason. */
  failures: Generated<number>
  failure: string | null
  /** How often in a row a process took it up and did not come back from it: more than 1 means that processes crashed. */
  unfinished: Generated<number>
  /** Whether an event reported that the dispatch is late. */
  late_reported: Generated<boolean>
  /** Whether the company was suspended because of this dispatch's bounces or complaints. */
  company_suspended: Generated<boolean>
  /** When its people were asked for first, by real time: what was read before is not taken. */
  audience_requested_at: string | null
  /** For the pages of its audience, and how many people were taken from them. */
  ticket: string | null
  pulled: Generated<number>
  as_of: string | null
  audience: number | null
  skipped: NullableJson<NonNullable<Dispatch['skipped']>>
  /** The step as it is sent, the same on every try; until nothing sends it any more. */
  mail: NullableJson<CompiledMail>
  /** Key of the image that the mail has at its address: it stays there, whatever becomes of the step. */
  image: string | null
  /** Once it is done. */
  counts: NullableJson<Dispatch['counts']>
  started_at: string | null
  finished_at: string | null
  version: Generated<number>
}

/** What an admin stopped. `target`: the company's or campaign's id, or `NOBODY` for all. */
interface SuspensionTable {
  scope: 'all' | 'company' | 'campaign'
  target: string
  reason: string
  since: Generated<string>
}

/** The mail to one person of a dispatch. Its id is made of both, so that its Message-ID is the same on every try. */
interface DeliveryTable {
  id: string
  dispatch_id: string
  /** In the order in which the sheet has them. */
  position: number
  email: string
  name: string
  /** Who has the mailbox. */
  provider: string
  /** Until nothing sends it any more. */
  merge: NullableJson<AudiencePerson['merge']>
  /** In the links and the return path of this mail; says nothing. */
  token: string
  /** `sending`: claimed until `due_at`. `unknown`: it left, and no answer came; sent once more at `due_at`. */
  state: Generated<'queued' | 'sending' | 'accepted' | 'failed' | 'suppressed' | 'unknown'>
  due_at: Generated<string>
  /** The fencing token: grows with each claim. */
  claim: Generated<number>
  /** The exchange with the ledger that claimed it last. */
  claimed_by_exchange: string | null
  attempts: Generated<number>
  /** When it was claimed for the first time: after a day it is given up. */
  first_claimed_at: string | null
  may_be_duplicate: Generated<boolean>
  /** What the relay said, in codes, or why it is not sent. */
  code: string | null
  settled_at: string | null
  /** These stand beside the state, and are never taken back. */
  bounced_at: string | null
  complained_at: string | null
  unsubscribed_at: string | null
}

interface RateTable {
  /** `relay`, a company's id, or a provider that wants less than others. */
  name: string
  /** Of a provider; the others' are settings. */
  per_second: number | null
  changed_at: Generated<string>
  used_until: Generated<string>
}

interface SuppressionTable {
  id: string
  company_id: string
  /** Trimmed, in lower case. */
  email: string
  reason: Suppression['reason']
  created_at: Generated<string>
}

/** A test email that was sent or is being sent. */
interface TestMailTable {
  id: string
  company_id: string
  /** Trimmed, in lower case. */
  email: string
  /** In the links and the return path of the email. */
  token: string
  /** The caller and the Idempotency-Key of the request, if it had one. */
  request: string | null
  /** `unknown`: the email left and the relay did not answer. It is not sent again. */
  state: Generated<'sending' | 'sent' | 'unknown'>
  created_at: Generated<string>
}

export interface Tables extends MessageTables, CompanyTables {
  campaign: CampaignTable
  step: StepTable
  dispatch: DispatchTable
  suspension: SuspensionTable
  delivery: DeliveryTable
  rate: RateTable
  suppression: SuppressionTable
  test_mail: TestMailTable
}
