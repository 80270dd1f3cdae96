import { type Generated, type Kysely, sql } from 'kysely'
import type { EventEnvelope } from '../messaging/event.ts'
import { type AuditEntryTable, createAuditEntryTable } from '../operations/audit-entries.ts'

/** Events written with the change that caused them, until the transport has them. */
interface OutboxTable {
  id: string
  event: EventEnvelope
  /** Deliveries that did not succeed. */
  attempts: Generated<number>
  available_at: Generated<string>
}

/** Events that went out, kept for days; and those that nobody has asked for yet. */
interface EventLogTable {
  id: string
  type: string
  event: EventEnvelope
  /** When it last went out; of an unroutable one, when it was first offered. */
  logged_at: Generated<string>
  is_unroutable: boolean
}

/** Events whose effects are in this schema; a second delivery finds its row and does nothing. */
interface InboxTable {
  consumer: string
  event_id: string
  processed_at: Generated<string>
}

/** Events that failed or were not understood: waiting for their next try, or given up until somebody replays them. */
interface DeadLetterTable {
  /** The event's id, or one made from the content of what is no event. */
  id: string
  /** `unknown` for a message that is no event. */
  type: string
  event: unknown
  error: string
  /** Tries that began; one that was not understood has not been tried. */
  attempts: number
  /** Null once it was given up. */
  retry_at: string | null
  /**
   * End of the lease of a claim, null once the try has ended. While it equals `retry_at` the event is being tried. Where it does not, the
   * process ended during the last try.
   */
  claimed_until: string | null
  /** How far ahead `retry_at` was set, null once it was given up. A `retry_at` that is further away was set before the clock went back. */
  retry_wait: string | null
  received_at: Generated<string>
  failed_at: Generated<string>
  /** Null while the event waits for a retry. */
  given_up_at: string | null
}

/** Types that this service's queue at the broker was ever bound to, since a broker cannot be asked. */
interface BindingTable {
  type: string
  declared_at: Generated<string>
}

export interface MessageTables {
  outbox: OutboxTable
  event_log: EventLogTable
  inbox: InboxTable
  dead_letter: DeadLetterTable
  binding: BindingTable
  audit_entry: AuditEntryTable
}

/** Creates the tables that the messages of every service need in its own schema, and the audit trail of its operators. */
export async function createMessageTables(db: Kysely<unknown>): Promise<void> {
  // The columns `event` are `json`, not `jsonb`: `json` stores the text unchanged, and accepts what `jsonb` rejects, such as \u0000.
  // The outbox is vacuumed often: each event is a row that is inserted and soon deleted.
  await sql`
    create table outbox (
      id uuid primary key,
      event json not null,
      attempts integer not null default 0,
      available_at timestamptz not null default now()
    ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000)`.execute(db)

  // Published events stand in a table of their own, so that a claim in the outbox costs the same however many events are kept.
  await sql`
    create table event_log (
      id uuid primary key,
      type text not null,
      event json not null,
      logged_at timestamptz not null default now(),
      is_unroutable boolean not null
    )`.execute(db)
  await sql`create index event_log_by_age on event_log (logged_at)`.execute(db)
  await sql`create index event_log_unroutable on event_log (type, id) where is_unroutable`.execute(db)

  await sql`
    create table inbox (
      consumer text not null,
      event_id uuid not null,
      processed_at timestamptz not null default now(),
      primary key (consumer, event_id)
    )`.execute(db)
  await sql`create index inbox_by_age on inbox (processed_at)`.execute(db)

  // The type has a column of its own, since Postgres cannot read fields of every malformed event.
  await sql`
    create table dead_letter (
      id uuid primary key,
      type text not null,
      event json not null,
      error text not null,
      attempts integer not null,
      retry_at timestamptz,
      retry_wait interval,
      claimed_until timestamptz,
      received_at timestamptz not null default now(),
      failed_at timestamptz not null default now(),
      given_up_at timestamptz
    )`.execute(db)
  await sql`create index dead_letter_due on dead_letter (retry_at) where retry_at is not null`.execute(db)
  await sql`create index dead_letter_open on dead_letter (retry_at) where given_up_at is null`.execute(db)
  await sql`create index dead_letter_given_up on dead_letter (given_up_at) where given_up_at is not null`.execute(db)
  await sql`create index dead_letter_by_age on dead_letter (failed_at desc, id desc)`.execute(db)

  await sql`
    create table binding (
      type text primary key,
      declared_at timestamptz not null default now()
    )`.execute(db)

  await createAuditEntryTable(db)
}
