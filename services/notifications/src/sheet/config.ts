import { ConfigError } from '@app/chassis/config.ts'
import { mayCall, readOutboundHosts } from '@app/chassis/http/outbound-hosts.ts'
import type { SheetAddress } from './sheet.ts'

/** Where Apps Script takes what is posted to it, and where it sends the poster on to for the answer. */
const APPS_SCRIPT = 'script.google.com,script.googleusercontent.com'

interface SheetSettings {
  NODE_ENV: string
  CONTACT_SHEET_URL?: string
  CONTACT_SHEET_HOSTS: string
}

/** The spreadsheet that the settings name, if any. Throws a `ConfigError` for one that could never be called. */
export function sheetAddress({ NODE_ENV, CONTACT_SHEET_URL: url, CONTACT_SHEET_HOSTS }: SheetSettings): SheetAddress | undefined {
  const hosts = readOutboundHosts(`${APPS_SCRIPT},${CONTACT_SHEET_HOSTS}`, NODE_ENV)
  if (!url) return undefined
  const parsed = URL.parse(url)
  if (!parsed || !mayCall(hosts, parsed))
    throw new ConfigError([`CONTACT_SHEET_URL must be an https address at ${[...hosts.open, ...hosts.local].join(', ')}`])
  return { url, hosts }
}
