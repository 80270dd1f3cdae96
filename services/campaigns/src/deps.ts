import type { BaseDeps } from '@app/chassis/create-service.ts'
import type { KeySet } from '@app/chassis/http/key-set.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import type { MailSettings } from './content/mail-input.ts'
import type { Tables } from './db/tables.ts'

/** When campaigns are sent. */
export interface SendTime {
  /** `HH:MM`, as clocks of the zone show it. */
  sendTime: string
  /** IANA name. */
  timeZone: string
}

export interface CampaignsDeps extends BaseDeps<Tables>, SendTime {
  keys: KeySet
  store: ObjectStore
  /** Where the company service answers. */
  companyUrl: string
  mail: MailSettings
  /** The business clock. */
  now: () => Date
}
