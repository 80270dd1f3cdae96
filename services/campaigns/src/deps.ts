import type { KeySet } from '@app/chassis/http/key-set.ts'
import type { MailTransport } from '@app/chassis/mail/smtp-transport.ts'
import type { BaseDeps } from '@app/chassis/service/create-service.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import type { checkCampaignStep } from '@app/proofreading/check-preview.ts'
import type { MailDeps } from './content/prepare-mail.ts'
import type { Tables } from './db/tables.ts'
import type { AddressHash } from './suppression/erased-suppression.repository.ts'

export interface SendTime {
  /** `HH:MM`, local time in `timeZone`. */
  sendTime: string
  /** IANA name, for example `America/New_York`. */
  timeZone: string
}

export interface CampaignLimits {
  /** Maximum number of a company's campaigns that still have emails to send. */
  open: number
  aDay: number
}

export interface CampaignsDeps extends BaseDeps<Tables>, SendTime {
  keys: KeySet
  store: ObjectStore
  companyUrl: string
  identityUrl: string
  mail: MailDeps
  /** The key of the routes for emails, in base64. `notifications` calls these routes. */
  internalMailKey: string
  /** The key of the routes with which `company` reads records for exports, and erases data, in base64. */
  internalDataKey: string
  /** Returns the keyed hash with which the suppression of an erased person is stored. */
  hashOf: AddressHash
  campaignLimits: CampaignLimits
  /** Days during which links in emails work and operators find an email by its recipient. */
  recipientsKeptDays: number
  checkStep: typeof checkCampaignStep
  /** Mail relay for emails that are sent during a request, such as test emails. */
  relay: Pick<MailTransport, 'send'>
  /** The business clock. */
  now: () => Date
}
