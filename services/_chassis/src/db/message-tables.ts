import { type Generated, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { EventEnvelope } from '../messaging/event.ts'

/** Events written with the change that caused them, until the transport has them. */
interface OutboxTable {
  id: string
  event: EventEnvelope
  /** Deliveries that did not succeed. */
  attempts: Generated<number>
  available_at: Generated<string>
}

/** Events whose effects are in this schema; a second delivery finds its row and does nothing. */
interface InboxTable {
  consumer: string
  event_id: string
  processed_at: Generated<string>
}

/** Events whose handling failed: waiting for their next try, or given up (`retry_at` null) until somebody replays them. */
interface DeadLetterTable {
  /** The event's id, or one made from the content of what is no event. */
  id: string
  event: unknown
  error: string
  attempts: number
  retry_at: string | null
  failed_at: Generated<string>
}

export interface MessageTables {
  outbox: OutboxTable
  inbox: InboxTable
  dead_letter: DeadLetterTable
}

/** The tables every service's messages need, in its own schema. */
export const messageTables: Migration = {
  async up(db) {
    // `json`, not `jsonb`: it keeps the text as it came, and takes what `jsonb` refuses, such as \u0000 in a broken message.
    await sql`
      create table outbox (
        id uuid primary key,
        event json not null,
        attempts integer not null default 0,
        available_at timestamptz not null default now()
      ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000)`.execute(db)
    await sql`
      create table inbox (
        consumer text not null,
        event_id uuid not null,
        processed_at timestamptz not null default now(),
        primary key (consumer, event_id)
      )`.execute(db)
    await sql`create index inbox_by_age on inbox (processed_at)`.execute(db)
    await sql`
      create table dead_letter (
        id uuid primary key,
        event json not null,
        error text not null,
        attempts integer not null,
        retry_at timestamptz,
        failed_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index dead_letter_due on dead_letter (retry_at) where retry_at is not null`.execute(db)
  },
}
