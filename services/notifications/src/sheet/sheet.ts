import { ConfigError } from '@app/chassis/config/config.ts'
import { createOutbound, OutboundError } from '@app/chassis/http/outbound.ts'
import { mayCall, type OutboundHosts } from '@app/chassis/http/outbound-hosts.ts'
import { namesOf, sheetHosts } from '@app/chassis/http/sheet-hosts.ts'
import type { SheetRow } from './sheet.repository.ts'

/** The Apps Script web app that writes to the contact spreadsheet. */
export interface SheetAddress {
  url: string
  /** Hosts that the client may call or be redirected to. */
  hosts: OutboundHosts
}

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

export type Sheet = ReturnType<typeof contactSheet>

/** Returns a client of the script. Retries are safe: the script ignores a form whose `id` is already in the spreadsheet. */
export function contactSheet({ url, hosts }: SheetAddress) {
  const call = createOutbound({ hosts })
  return {
    async append({ id, created_at, first_name, last_name, email, mobile, message }: SheetRow, signal: AbortSignal): Promise<void> {
      const fields = new URLSearchParams({ id, sent_at: created_at, first_name, last_name, mail: email, mobile, message })
      const body = { type: 'application/x-www-form-urlencoded', text: fields.toString() }
      const { status, text } = await call({ method: 'POST', url, body, signal })
      // If a script fails or requires a sign-in, Google responds with an HTML page and status 200.
      if (status !== 200 || !isSuccess(text)) throw new OutboundError(status === 200 ? 'not-taken' : `status ${status}`)
    },
  }
}

function isSuccess(text: string): boolean {
  try {
    const result: unknown = JSON.parse(text)
    return typeof result === 'object' && result !== null && 'success' in result && result.success === true
  } catch {
    return false
  }
}

/** Returns the error code for the ledger and the log. */
export const reasonOf = (error: unknown): string => (error instanceof OutboundError ? error.reason : 'unknown')
