import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** What replicas tell each other by NOTIFY; told when the transaction commits. */
export const channels = {
  /** A mail was queued. */
  mail: 'notifications_mail',
  /** A contact form was queued for the spreadsheet. */
  sheet: 'notifications_sheet',
  /** A notification was stored; the row itself as JSON. */
  feed: 'notifications_feed',
  /** A user's older tokens ended; `EndedSessions` as JSON. */
  sessions: 'notifications_sessions',
} as const

export async function notify(trx: Transaction<Tables>, channel: keyof typeof channels, payload: string): Promise<void> {
  await sql`select pg_notify(${channels[channel]}, ${payload})`.execute(trx)
}
