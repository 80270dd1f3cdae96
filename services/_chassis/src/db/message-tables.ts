import { type Generated, type Kysely, sql } from 'kysely'
import { createErasureTables } from '../erasure/erased-subjects.ts'
import type { EventEnvelope } from '../messaging/event.ts'
import { type AuditEntryTable, createAuditEntryTable } from '../operations/audit-entries.ts'

/** Events that the relay has not published yet. Each event is inserted in the same transaction as the change that it reports. */
interface OutboxTable {
  id: string
  event: EventEnvelope
  attempts: Generated<number>
  available_at: Generated<string>
}

/** Published events of the last 7 days, and unroutable events, which wait until a queue is bound to their type. */
interface EventLogTable {
  id: string
  type: string
  event: EventEnvelope
  /** Time of the last publication. For an unroutable event, the time of the first attempt to publish it. */
  logged_at: Generated<string>
  is_unroutable: boolean
}

/** Events that a consumer has handled. A duplicate delivery finds the row and has no effect. */
interface InboxTable {
  consumer: string
  event_id: string
  processed_at: Generated<string>
}

/**
 * Events that the service could not handle, and messages that it could not parse. The rows wait for a retry. After the last retry, they
 * wait for an operator.
 */
interface DeadLetterTable {
  /** The event's id. For a message that is not an event, an id derived from its content. */
  id: string
  /** `unknown` for a message that is not an event. */
  type: string
  event: unknown
  error: string
  /** Number of times that the handler was started. 0 for an event that this release cannot handle. */
  attempts: number
  /** Time of the next retry. Null if the event is given up: no retry follows, and the event waits for an operator. */
  retry_at: string | null
  /**
   * End of the lease of a running retry. During the retry, `retry_at` has the same value. A failed retry sets `claimed_until` to null. If
   * the process crashes during the retry, `claimed_until` keeps its value, and `retry_at` is later set to the time of the next retry. If
   * the two values differ, the last retry crashed. The next retry then starts only when no other retry is due.
   */
  claimed_until: string | null
  /**
   * Delay before the retry. If the time until `retry_at` is longer than this delay, the database's clock was set back. The service then
   * makes the retry due. Null for given-up events.
   */
  retry_wait: string | null
  received_at: Generated<string>
  failed_at: Generated<string>
  given_up_at: string | null
}

/** Event types to which this service's queue was ever bound. The types are recorded here, because AMQP cannot list bindings. */
interface BindingTable {
  type: string
  declared_at: Generated<string>
}

/** Hashes of the ids of erased companies and owners. Events about them are ignored. */
interface ErasedSubjectTable {
  id_hash: string
  erased_at: Generated<string>
}

/** Keys of files of erased companies. The rows that referred to these files are deleted, and the files are deleted next. */
interface ErasedFileTable {
  key: string
}

export interface MessageTables {
  outbox: OutboxTable
  event_log: EventLogTable
  inbox: InboxTable
  dead_letter: DeadLetterTable
  binding: BindingTable
  audit_entry: AuditEntryTable
  erased_subject: ErasedSubjectTable
  erased_file: ErasedFileTable
}

export async function createMessageTables(db: Kysely<unknown>): Promise<void> {
  // Events are `json`, because `jsonb` would reformat them and rejects some strings, such as \u0000. The table is vacuumed frequently,
  // because each published event leaves a dead row.
  await sql`
    create table outbox (
      id uuid primary key,
      event json not null,
      attempts integer not null default 0,
      available_at timestamptz not null default now()
    ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000)`.execute(db)

  // Published events are in another table, because they would slow down the queries for unpublished events.
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

  // The type has its own column, because Postgres cannot read the fields of a malformed event.
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
  await createErasureTables(db)
}
