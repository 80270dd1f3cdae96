import { ConfigError } from '@app/chassis/config/config.ts'
import { mayCall } from '@app/chassis/http/outbound-hosts.ts'
import { namesOf, sheetHosts } from '@app/chassis/http/sheet-hosts.ts'
import type { SheetAddress } from './sheet.ts'

interface SheetSettings {
  NODE_ENV: string
  CONTACT_SHEET_URL?: string
  CONTACT_SHEET_HOSTS: string
}

/** Returns undefined if no contact spreadsheet is configured. Throws a `ConfigError` if the URL is not allowed. */
export function sheetAddress({ NODE_ENV, CONTACT_SHEET_URL: url, CONTACT_SHEET_HOSTS }: SheetSettings): SheetAddress | undefined {
  const hosts = sheetHosts(CONTACT_SHEET_HOSTS, NODE_ENV)
  if (!url) return undefined
  const parsed = URL.parse(url)
  if (!parsed || !mayCall(hosts, parsed)) throw new ConfigError([`CONTACT_SHEET_URL must be an https URL of ${namesOf(hosts)}`])
  return { url, hosts }
}
