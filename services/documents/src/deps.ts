import type { BaseDeps } from '@app/chassis/create-service.ts'
import type { KeySet } from '@app/chassis/http/key-set.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import type { Tables } from './db/tables.ts'

/** Limits for the documents that one company may store: their number, and their total size in bytes. */
export interface StorageQuota {
  count: number
  bytes: number
}

export interface DocumentsDeps extends BaseDeps<Tables> {
  keys: KeySet
  store: ObjectStore
  companyUrl: string
  quota: StorageQuota
  now: () => Date
}
