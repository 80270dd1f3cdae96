import { createOutbound, OutboundError } from '@app/chassis/http/outbound.ts'
import type { OutboundHosts } from '@app/chassis/http/outbound-hosts.ts'
import type { SheetRow } from './sheet.repository.ts'

/** The Apps Script web app in front of the contact spreadsheet. */
export interface SheetAddress {
  url: string
  /** What may be called, redirects included. */
  hosts: OutboundHosts
}

export interface Sheet {
  append(row: SheetRow, signal: AbortSignal): Promise<void>
}

/** Appends contact forms to the spreadsheet behind a web app. Its `id` lets the script tell a row that comes a second time. */
export function contactSheet({ url, hosts }: SheetAddress): Sheet {
  const call = createOutbound({ hosts })
  return {
    async append({ id, created_at, first_name, last_name, email, mobile, message }, signal) {
      const fields = new URLSearchParams({ id, sent_at: created_at, first_name, last_name, mail: email, mobile, message })
      const body = { type: 'application/x-www-form-urlencoded', text: fields.toString() }
      const { status, text } = await call({ method: 'POST', url, body, signal })
      // A script that broke, or that asks to sign in, answers a page with status 200.
      if (status !== 200 || !isSuccess(text)) throw new OutboundError(status === 200 ? 'not-taken' : `status ${status}`)
    },
  }
}

function isSuccess(text: string): boolean {
  try {
    const answer: unknown = JSON.parse(text)
    return typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === true
  } catch {
    return false
  }
}

/** For ledger and log. */
export const reasonOf = (error: unknown): string => (error instanceof OutboundError ? error.reason : 'unknown')
