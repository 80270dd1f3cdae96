import type { BaseDeps } from '@app/chassis/create-service.ts'
import type { KeySet } from '@app/chassis/http/key-set.ts'
import type { MailTransport } from '@app/chassis/mail/smtp-transport.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import type { MailDeps } from './content/prepare-mail.ts'
import type { Tables } from './db/tables.ts'

/** When campaigns are sent. */
export interface SendTime {
  /** `HH:MM`, as clocks of the zone show it. */
  sendTime: string
  /** IANA name. */
  timeZone: string
}

/** Limits for the campaigns of one company. */
export interface CampaignLimits {
  /** With something still to go. */
  open: number
  aDay: number
}

export interface CampaignsDeps extends BaseDeps<Tables>, SendTime {
  keys: KeySet
  store: ObjectStore
  /** Where the company service answers. */
  companyUrl: string
  /** Where the identity service answers. */
  identityUrl: string
  mail: MailDeps
  campaignLimits: CampaignLimits
  /** For mails that somebody waits for. */
  relay: Pick<MailTransport, 'send'>
  /** The business clock. */
  now: () => Date
}
