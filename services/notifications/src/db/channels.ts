import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * The NOTIFY channels that connect the replicas of this service. Every role of the database may send anything on a channel, so a replica
 * takes a message only as a reason to read the table.
 */
export const channels = {
  /** A notification was stored: `{ id }`. Only the previous release reads the id. */
  feed: 'notifications_feed',
  /** Older tokens of a user ended: `{ userId, issuedBefore }`. Only the release before hears it, which ends live streams by it. */
  sessions: 'notifications_sessions',
} as const

export async function notify(trx: Transaction<Tables>, channel: keyof typeof channels, word: object): Promise<void> {
  await sql`select pg_notify(${channels[channel]}, ${JSON.stringify(word)})`.execute(trx)
}
