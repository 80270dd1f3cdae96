import type { Client } from '../tests/support/client.ts'
import type { Mailbox } from './decide-by-link.ts'

/** Who acts in a company, and where. */
export interface Cast {
  send: Client
  ownerToken: string
  adminToken: string
  /** Undefined if emails are sent to real mailboxes. Then the owner makes all decisions in the portal. */
  mailbox: Mailbox | undefined
  /** Time zone of the business. */
  timeZone: string
}
