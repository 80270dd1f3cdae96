import type { KeySet } from '@app/chassis/http/key-set.ts'
import type { OutboundHosts } from '@app/chassis/http/outbound-hosts.ts'
import type { BaseDeps } from '@app/chassis/service/create-service.ts'
import type { Tables } from './db/tables.ts'
import type { SheetDeps, SheetReader } from './sheet/reader.ts'

export interface CrmDeps extends BaseDeps<Tables>, Pick<SheetDeps, 'call' | 'timeZone'> {
  keys: KeySet
  companyUrl: string
  /** The key with which `notifications` requests the content of emails, in base64. */
  internalMailKey: string
  /** The key of the routes with which `company` reads records for exports, and erases data, in base64. */
  internalDataKey: string
  /** The origin of the product in URLs for people, without a slash at the end. */
  origin: string
  /** Hosts that calls to spreadsheet scripts and their redirects may reach. */
  hosts: OutboundHosts
  reader: SheetReader
  now: () => Date
}
