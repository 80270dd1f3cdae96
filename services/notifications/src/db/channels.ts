import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * What replicas tell each other by NOTIFY when a transaction commits. Every role of the database may say anything on
 * them: a word names rows by their ids, and what it is about is read from the table.
 */
export const channels = {
  /** A notification was stored: `{ id }`. The release before told the whole row, of which the id counts. */
  feed: 'notifications_feed',
  /** Older tokens of a user ended: `{ userId, issuedBefore }`. Only the release before hears it, which ends live streams by it. */
  sessions: 'notifications_sessions',
} as const

export async function notify(trx: Transaction<Tables>, channel: keyof typeof channels, word: object): Promise<void> {
  await sql`select pg_notify(${channels[channel]}, ${JSON.stringify(word)})`.execute(trx)
}

/** The id in a word; undefined when there is none, whatever was said. */
export function heardId(payload: string): unknown {
  try {
    const word: unknown = JSON.parse(payload)
    return typeof word === 'object' && word !== null && 'id' in word ? word.id : undefined
  } catch {
    return undefined
  }
}
