import { createCompanyManagerTable } from '@app/chassis/companies/company-managers.ts'
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
      email_verified boolean not null,
      username text not null,
      role text not null check (role in ('owner', 'admin')),
      version integer not null
    )`.execute(db)
  await sql`create index recipient_admins on recipient (user_id) where role = 'admin'`.execute(db)

  // Another service composes the emails that have a `composer`. The other emails are stored with their content.
  await sql`
    create table mail (
      id uuid primary key,
      event_id text not null,
      template text not null,
      composer text,
      about uuid,
      company_profile_id uuid,
      recipient_kind text,
      recipient_id uuid,
      recipient text,
      reply_to text,
      subject text,
      text text,
      html text,
      state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
      attempts integer not null default 0,
      last_error text,
      sent_at timestamptz,
      bounced_at timestamptz,
      complained_at timestamptz,
      return_id uuid,
      is_tracked boolean not null default false,
      may_be_duplicate boolean not null default false,
      created_at timestamptz not null default now(),
      check (num_nulls(composer, about, recipient_kind, recipient_id) in (0, 4)),
      check (composer is not null or num_nulls(recipient, subject) = 0),
      check (composer is null or num_nonnulls(text, html) = 0)
    )`.execute(db)
  await sql`create unique index mail_once on mail (event_id, template, recipient) where composer is null`.execute(db)
  await sql`create unique index mail_requested_once on mail (event_id, template, recipient_id) where composer is not null`.execute(db)
  await sql`create index mail_age on mail (created_at)`.execute(db)
  // This index serves the operators' search by email address.
  await sql`create index mail_recipient on mail (lower(recipient), created_at desc, id desc)`.execute(db)
  // This index serves the list of the emails to a client.
  await sql`
    create index mail_of_client on mail (recipient_id, created_at desc, id desc) where recipient_kind in ('owner', 'colleague')`.execute(db)
  await sql`create index mail_by_return on mail (return_id, sent_at desc) where return_id is not null`.execute(db)
  await sql`create index mail_about_preview on mail (about) where template = 'preview-ready'`.execute(db)
  // This index serves the query whether an email about an object already waits.
  await sql`create index mail_queued_about on mail (about) where state = 'queued' and composer is not null`.execute(db)
  await sql`create index mail_queued_digest on mail (recipient_id) where template = 'task-digest' and state = 'queued'`.execute(db)

  await sql`
    create table digest_document (
      id bigint generated always as identity primary key,
      topic text not null,
      company_profile_id uuid not null,
      user_id uuid,
      document_id uuid not null,
      digest_id uuid,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index digest_document_waiting on digest_document (company_profile_id, id) where digest_id is null`.execute(db)
  await sql`create index digest_document_of_digest on digest_document (digest_id) where digest_id is not null`.execute(db)
  await sql`create index digest_document_by_document on digest_document (document_id)`.execute(db)
  await sql`create index digest_document_age on digest_document (created_at)`.execute(db)
}

/** Creates the admins' choices of how often they get emails about tasks, and the digests. */
async function createTaskEmails(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table task_email_choice (
      user_id uuid primary key,
      frequency text not null,
      scope text not null default 'all'
    )`.execute(db)

  await sql`
    create table task_digest_entry (
      user_id uuid not null,
      task_id uuid not null,
      company_id uuid not null,
      added_at timestamptz not null,
      ready_at timestamptz not null,
      digest_id uuid,
      primary key (user_id, task_id)
    )`.execute(db)
  await sql`create index task_digest_entry_waiting on task_digest_entry (user_id, added_at) where digest_id is null`.execute(db)
  await sql`create index task_digest_entry_of_digest on task_digest_entry (digest_id) where digest_id is not null`.execute(db)
  await sql`create index task_digest_entry_company on task_digest_entry (company_id)`.execute(db)
  await sql`create index task_digest_entry_age on task_digest_entry (added_at)`.execute(db)
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

  await sql`create table web_error_hour (hour timestamptz primary key, count integer not null)`.execute(db)
}

/** Creates the schema of version 1.0.0. */
export const baseline: Migration = {
  async up(db) {
    await createMessageTables(db)
    await createIdempotencyKeyTable(db)
    await createWorkTable(db)
    await createRateLimitTable(db)
    await createMails(db)
    await createCompanyManagerTable(db)
    await createTaskEmails(db)
    await createContacts(db)
    await createFeed(db)
  },
}
