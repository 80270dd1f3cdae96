import { createOutbound, OutboundError } from '@app/chassis/http/outbound.ts'
import type { OutboundHosts } from '@app/chassis/http/outbound-hosts.ts'
import type { SheetRow } from './sheet.repository.ts'

/** URL of the Apps Script web app that writes to the contact spreadsheet. */
export interface SheetAddress {
  url: string
  /** Hosts that may be called, also by redirects. */
  hosts: OutboundHosts
}

export interface Sheet {
  append(row: SheetRow, signal: AbortSignal): Promise<void>
}

/** Creates a client that appends contact forms to a spreadsheet through its web app. The script ignores a known `id`. */
export function contactSheet({ url, hosts }: SheetAddress): Sheet {
  const call = createOutbound({ hosts })
  return {
    async append({ id, created_at, first_name, last_name, email, mobile, message }, signal) {
      const fields = new URLSearchParams({ id, sent_at: created_at, first_name, last_name, mail: email, mobile, message })
      const body = { type: 'application/x-www-form-urlencoded', text: fields.toString() }
      const { status, text } = await call({ method: 'POST', url, body, signal })
      // A script that failed or that requires a sign-in responds with an HTML page and status 200.
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

/** Returns a code for the ledger and the log. */
export const reasonOf = (error: unknown): string => (error instanceof OutboundError ? error.reason : 'unknown')
