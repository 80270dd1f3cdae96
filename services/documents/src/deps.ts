import type { KeySet } from '@app/chassis/http/key-set.ts'
import type { BaseDeps } from '@app/chassis/service/create-service.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import type { Tables } from './db/tables.ts'

/** Maximum number and total size in bytes of the documents that one company stores. */
export interface StorageQuota {
  count: number
  bytes: number
}

export interface DocumentsDeps extends BaseDeps<Tables> {
  keys: KeySet
  store: ObjectStore
  companyUrl: string
  tasksUrl: string
  /** The key with which `notifications` requests the content of emails, in base64. */
  internalMailKey: string
  /** The key of the routes with which `company` reads records for exports, and erases data, in base64. */
  internalDataKey: string
  /** The origin of the product in URLs for people, without a slash at the end. */
  origin: string
  quota: StorageQuota
  now: () => Date
}
