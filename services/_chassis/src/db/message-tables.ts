import { type Generated, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { EventEnvelope } from '../messaging/event.ts'
import { type AuditEntryTable, auditEntryTable } from '../operations/audit-entries.ts'
import type { Migrations } from './migrate.ts'

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
  act: AuditEntryTable
}

const messageTables: Migration = {
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

/**
 * The log is a table beside the outbox, so that the outbox stays as short as what waits: claiming costs the same however
 * much is kept, for replicas too that know nothing of a log.
 */
const messageLog: Migration = {
  async up(db) {
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
      alter table dead_letter
        add column retry_wait interval,
        add column received_at timestamptz not null default now(),
        add column given_up_at timestamptz`.execute(db)
    await sql`update dead_letter set given_up_at = failed_at where retry_at is null`.execute(db)
    await sql`create index dead_letter_open on dead_letter (retry_at) where given_up_at is null`.execute(db)
    await sql`create index dead_letter_given_up on dead_letter (given_up_at) where given_up_at is not null`.execute(db)
    await sql`
      create table binding (
        type text primary key,
        declared_at timestamptz not null default now()
      )`.execute(db)
  },
}

/** Dead letters of one type are replayed together. The type stands beside the event, since Postgres cannot read every broken one. */
const deadLetterTypes: Migration = {
  async up(db) {
    await sql`alter table dead_letter add column type text`.execute(db)
    await sql`create index dead_letter_by_age on dead_letter (failed_at desc, id desc)`.execute(db)
  },
}

/** Tells a try that never ended, as when a handler ends its process, from one that is due. */
const deadLetterClaims: Migration = {
  async up(db) {
    await sql`alter table dead_letter add column claimed_until timestamptz`.execute(db)
  },
}

/** A row from before the column has no type. */
const deadLetterTypesSet: Migration = {
  async up(db) {
    await sql`update dead_letter set type = 'unknown' where type is null`.execute(db)
    await sql`alter table dead_letter alter column type set not null`.execute(db)
  },
}

/** The tables every service's messages need in its own schema, and what operators do about them. */
export const messageMigrations: Migrations = {
  '0000-messages': messageTables,
  '0003-message-log': messageLog,
  '0004-acts': auditEntryTable,
  '0004-dead-letter-types': deadLetterTypes,
  '0005-dead-letter-claims': deadLetterClaims,
  '0006-dead-letter-types-set': deadLetterTypesSet,
}
