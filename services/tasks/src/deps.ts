import type { KeySet } from '@app/chassis/http/key-set.ts'
import type { BaseDeps } from '@app/chassis/service/create-service.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import type { Tables } from './db/tables.ts'
import type { ReviewKeys } from './keys/review-keys.ts'
import type { ReceiptSigner } from './record/receipt-signer.ts'

export interface TasksDeps extends BaseDeps<Tables> {
  keys: KeySet
  store: ObjectStore
  reviewKeys: ReviewKeys
  receiptSigner: ReceiptSigner
  /** The key of the routes for emails, in base64. `notifications` calls these routes. */
  internalMailKey: string
  /** The key of the routes with which `company` reads records for exports, and erases data, in base64. */
  internalDataKey: string
  /** Whether browsers use the product over https. */
  isHttps: boolean
  /** Maximum number of invitations of colleagues per day, for all companies together. */
  invitationsPerDay: number
  /** The origin of the product in URLs for people, without a slash at the end. */
  origin: string
  companyUrl: string
  documentsUrl: string
  /** The services that return figures for monthly reports. */
  campaignsUrl: string
  crmProxyUrl: string
  timeZone: string
  now: () => Date
}

/** Values that the handlers of events need. */
export type ConsumerDeps = Pick<TasksDeps, 'now'>
