import type { KeySet } from '@app/chassis/http/key-set.ts'
import type { OutboundHosts } from '@app/chassis/http/outbound-hosts.ts'
import type { BaseDeps } from '@app/chassis/service/create-service.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import type { Tables } from './db/tables.ts'

export interface CompanyDeps extends BaseDeps<Tables> {
  keys: KeySet
  store: ObjectStore
  sheetHosts: OutboundHosts
  now: () => Date
}
