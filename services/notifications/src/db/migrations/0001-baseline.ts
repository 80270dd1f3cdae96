import { createMessageTables } from '@app/chassis/db/message-tables.ts'
import { createIdempotencyKeyTable } from '@app/chassis/idempotency/keys.ts'
import { createRateLimitTable } from '@app/chassis/limits/limiter.ts'
import { createWorkTable } from '@app/chassis/work/work-table.ts'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

async function createMails(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table recipient (
      user_id uuid primary key,
      email text not null,
      email_verified boolean not null default false,
      username text not null,
      role text not null check (role in ('owner', 'admin')),
      version integer not null
    )`.execute(db)
  await sql`create index recipient_admins on recipient (user_id) where role = 'admin'`.execute(db)

  await sql`
    create table mail (
      id uuid primary key,
      event_id text not null,
      template text not null,
      recipient text not null,
      reply_to text,
      subject text not null,
      text text,
      html text,
      state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
      attempts integer not null default 0,
      expires_at timestamptz,
      last_error text,
      sent_at timestamptz,
      may_be_duplicate boolean not null default false,
      created_at timestamptz not null default now(),
      unique (event_id, template, recipient)
    )`.execute(db)
  await sql`create index mail_age on mail (created_at)`.execute(db)
  // This index serves the operators' search by email address.
  await sql`create index mail_recipient on mail (lower(recipient), created_at desc, id desc)`.execute(db)

  await sql`
    create table pending_digest_document (
      id bigint generated always as identity primary key,
      event_id text not null,
      company_profile_id uuid not null,
      document_id uuid not null,
      event_data json not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index pending_digest_document_of_company on pending_digest_document (company_profile_id, id)`.execute(db)
  await sql`create index pending_digest_document_by_document on pending_digest_document (document_id)`.execute(db)
}

async function createContacts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table contact (
      id uuid primary key,
      first_name text not null,
      last_name text not null,
      email text not null,
      mobile text not null,
      message text not null,
      client text not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index contact_client on contact (client, created_at)`.execute(db)
  await sql`create index contact_age on contact (created_at)`.execute(db)

  await sql`
    create table sheet_row (
      contact_id uuid primary key references contact (id) on delete cascade,
      state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
      attempts integer not null default 0,
      last_error text,
      sent_at timestamptz
    )`.execute(db)
}

async function createFeed(db: Kysely<unknown>): Promise<void> {
  // A row is for one owner or for all admins. Live streams use `xact_id` to find rows that were committed after their last read.
  await sql`
    create table notification (
      id bigint generated always as identity primary key,
      audience_user uuid,
      audience_admins boolean not null,
      type text not null,
      message text not null,
      company_profile_id uuid,
      task_id integer,
      doc_id integer,
      subject_id uuid,
      created_at timestamptz not null default now(),
      xact_id xid8 not null,
      check ((audience_user is not null) <> audience_admins)
    )`.execute(db)
  await sql`create index notification_of_user on notification (audience_user, id)`.execute(db)
  await sql`create index notification_of_admins on notification (id) where audience_admins`.execute(db)
  await sql`create index notification_age on notification (created_at)`.execute(db)
  await sql`create index notification_about_subject on notification (subject_id) where subject_id is not null`.execute(db)
  await sql`create index notification_by_xact on notification (xact_id)`.execute(db)
  await sql`
    create index notification_of_user_by_xact on notification (audience_user, xact_id) where audience_user is not null`.execute(db)
  // The restore of a backup inserts the original transaction ids explicitly, so a column default would not apply. The trigger replaces
  // these ids with the id of the transaction that restores the rows.
  await sql`
    create function set_notification_xact_id() returns trigger language plpgsql set search_path from current as $$
    begin
      new.xact_id := pg_current_xact_id();
      return new;
    end $$`.execute(db)
  await sql`
    create trigger set_notification_xact_id before insert on notification
      for each row execute function set_notification_xact_id()`.execute(db)

  await sql`
    create table interest (
      user_id uuid not null,
      feature text not null,
      created_at timestamptz not null default now(),
      primary key (user_id, feature)
    )`.execute(db)

  await sql`create table web_error_hour (hour timestamptz primary key, count integer not null)`.execute(db)
}

export const baseline: Migration = {
  async up(db) {
    await createMessageTables(db)
    await createIdempotencyKeyTable(db)
    await createWorkTable(db)
    await createRateLimitTable(db)
    await createMails(db)
    await createContacts(db)
    await createFeed(db)
  },
}
