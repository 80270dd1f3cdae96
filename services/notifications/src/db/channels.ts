import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * What replicas tell each other by NOTIFY when a transaction commits. Every role of the database may say anything on
 * them: a word names rows by their ids, and what it is about is read from the table.
 */
export const channels = {
  /** A notification was stored: `{ id }`. The last release told the whole row, of which the id counts. */
  feed: 'notifications_feed',
  /** Tokens of a user ended: `{ userId }`. The last release hears `issuedBefore` beside it. */
  sessions: 'notifications_sessions',
} as const

export async function notify(trx: Transaction<Tables>, channel: keyof typeof channels, word: object): Promise<void> {
  await sql`select pg_notify(${channels[channel]}, ${JSON.stringify(word)})`.execute(trx)
}

/** One value of a word; undefined when there is none, whatever was said. */
export function heard(payload: string, name: 'id' | 'userId'): unknown {
  try {
    const word: unknown = JSON.parse(payload)
    return typeof word === 'object' && word !== null ? (word as Record<string, unknown>)[name] : undefined
  } catch {
    return undefined
  }
}
