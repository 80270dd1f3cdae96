import type { BaseDeps } from '@app/chassis/create-service.ts'
import type { KeySet } from '@app/chassis/http/key-set.ts'
import type { OutboundHosts } from '@app/chassis/http/outbound-hosts.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import type { Tables } from './db/tables.ts'

/** Dependencies of this service's routes and workers. */
export interface CompanyDeps extends BaseDeps<Tables> {
  keys: KeySet
  store: ObjectStore
  /** Hosts that spreadsheet URLs of companies may use. */
  sheetHosts: OutboundHosts
  now: () => Date
}
