import type { KeySet } from '@app/chassis/http/key-set.ts'
import type { OutboundHosts } from '@app/chassis/http/outbound-hosts.ts'
import type { BaseDeps } from '@app/chassis/service/create-service.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import type { Tables } from './db/tables.ts'
import type { ServiceUrls } from './erasure/call-services.ts'

export interface CompanyDeps extends BaseDeps<Tables> {
  keys: KeySet
  store: ObjectStore
  sheetHosts: OutboundHosts
  /** The key with which `notifications` requests the content of emails, in base64. */
  internalMailKey: string
  /** The key of the routes with which this service reads records for exports, and erases data, in base64. */
  internalDataKey: string
  /** The origin of the product in URLs for people, without a slash at the end. */
  origin: string
  /** The origins of the services that erase their data. */
  serviceUrls: ServiceUrls
  now: () => Date
}
