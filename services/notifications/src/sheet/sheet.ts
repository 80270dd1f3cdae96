import { createOutbound, OutboundError } from '@app/chassis/http/outbound.ts'
import type { OutboundHosts } from '@app/chassis/http/outbound-hosts.ts'
import type { SheetRow } from './sheet.repository.ts'

/** The Apps Script web app that writes to the contact spreadsheet. */
export interface SheetAddress {
  url: string
  /** Hosts that the client may call or be redirected to. */
  hosts: OutboundHosts
}

export interface Sheet {
  append(row: SheetRow, signal: AbortSignal): Promise<void>
}

/** Returns a client of the script. Retries are safe: the script ignores a form whose `id` is already in the spreadsheet. */
export function contactSheet({ url, hosts }: SheetAddress): Sheet {
  const call = createOutbound({ hosts })
  return {
    async append({ id, created_at, first_name, last_name, email, mobile, message }, signal) {
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
