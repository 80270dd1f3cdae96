import { createCompanyTable } from '@app/chassis/companies/company-projection.ts'
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
      review_link_id uuid,
      colleague_id uuid,
      thread_id uuid,
      parts jsonb,
      created_at timestamptz not null default now(),
      unique (event_id, template, recipient)
    )`.execute(db)
  await sql`create index mail_age on mail (created_at)`.execute(db)
  // This index serves the operators' search by email address.
  await sql`create index mail_recipient on mail (lower(recipient), created_at desc, id desc)`.execute(db)
  // The service cancels the queued emails to a colleague who leaves or is removed.
  await sql`create index mail_to_colleague on mail (colleague_id) where state = 'queued' and colleague_id is not null`.execute(db)
  // Email addresses that do not exist.
  await sql`
    create table bounced_address (
      address text primary key check (address = lower(address)),
      bounced_at timestamptz not null default now(),
      reason text not null
    )`.execute(db)

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

/** Creates the projections of colleagues and of their review links. */
async function createColleagues(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table colleague (
      id uuid primary key,
      company_id uuid not null,
      owner_id uuid not null,
      email text not null,
      may text not null,
      state text not null,
      has_bounced boolean not null,
      version integer not null
    )`.execute(db)
  await sql`create index colleague_of_company on colleague (company_id)`.execute(db)
  // After a password reset, the links of all colleagues of the owner are deleted.
  await sql`create index colleague_of_owner on colleague (owner_id)`.execute(db)
  await sql`
    create table colleague_link (
      id uuid primary key,
      colleague_id uuid not null,
      task_id uuid not null,
      preview_number integer not null,
      snoozed_until date,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index colleague_link_preview on colleague_link (colleague_id, task_id, preview_number)`.execute(db)
  await sql`create index colleague_link_age on colleague_link (created_at)`.execute(db)
}

/** Creates the projections of settings and of previews that wait for a decision, and the reminders about these previews. */
async function createReminders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table review_setting (
      company_id uuid primary key,
      review_links boolean not null,
      changed_at timestamptz not null
    )`.execute(db)

  await sql`
    create table waiting_preview (
      task_id uuid primary key,
      version integer not null default 0,
      task_number integer,
      company_id uuid,
      recipient_id uuid,
      company_name text not null default '',
      title text not null default '',
      posting_date date,
      preview_number integer,
      is_waiting boolean not null default false,
      waits_since timestamptz,
      review_link_id uuid,
      link_preview_number integer,
      is_link_revoked boolean not null default false,
      snoozed_until date,
      reminded integer not null default 0,
      last_reminded_on date,
      next_reminder_at timestamptz,
      changed_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index waiting_preview_due on waiting_preview (next_reminder_at) where next_reminder_at is not null`.execute(db)
  await sql`create index waiting_preview_of_recipient on waiting_preview (recipient_id)`.execute(db)
  await sql`create index waiting_preview_of_company on waiting_preview (company_id) where is_waiting`.execute(db)
  await sql`create index waiting_preview_posting on waiting_preview (posting_date) where is_waiting`.execute(db)
  await sql`create index waiting_preview_age on waiting_preview (changed_at) where not is_waiting`.execute(db)

  // A row without a recipient is for the day's email to the admins. The email lists the previews that must be posted soon.
  await sql`
    create table reminder (
      id uuid primary key,
      recipient_id uuid,
      company_id uuid,
      day date not null,
      due_at timestamptz not null,
      is_manual boolean not null default false,
      is_to_colleague boolean not null default false,
      state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'cancelled')),
      previews jsonb not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create unique index reminder_day on reminder (recipient_id, day) nulls not distinct
      where not is_manual and state <> 'cancelled'`.execute(db)
  await sql`create index reminder_queued on reminder (recipient_id) where state = 'queued'`.execute(db)
  await sql`create index reminder_age on reminder (created_at)`.execute(db)
}

/** Creates the admins' choices of how often they get emails about tasks, and the digests. */
async function createTaskEmails(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table task_email_choice (
      user_id uuid primary key,
      frequency text not null,
      changed_at timestamptz not null default now()
    )`.execute(db)

  await sql`
    create table task_news (
      task_id uuid primary key,
      version integer not null,
      kind text,
      company_id uuid not null,
      posting_date date,
      facts json,
      feedback_until timestamptz,
      changed_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index task_news_age on task_news (changed_at)`.execute(db)

  await sql`
    create table task_digest_entry (
      user_id uuid not null,
      task_id uuid not null,
      added_at timestamptz not null,
      digest_id uuid,
      primary key (user_id, task_id)
    )`.execute(db)
  await sql`create index task_digest_entry_waiting on task_digest_entry (user_id, added_at) where digest_id is null`.execute(db)
  await sql`create index task_digest_entry_of_digest on task_digest_entry (digest_id) where digest_id is not null`.execute(db)
  await sql`create index task_digest_entry_of_task on task_digest_entry (task_id)`.execute(db)
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
    await createCompanyTable(db)
    await createMails(db)
    await createColleagues(db)
    await createReminders(db)
    await createTaskEmails(db)
    await createContacts(db)
    await createFeed(db)
  },
}
