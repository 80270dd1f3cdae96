import { createRateLimitTable } from '@app/chassis/limits/limiter.ts'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

async function createLinks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table owner_address (
      owner_id uuid primary key,
      email text not null,
      is_confirmed boolean not null default false,
      version integer not null
    )`.execute(db)

  await sql`
    create table review_link (
      id uuid primary key,
      task_id uuid not null references task on delete cascade,
      preview_number integer not null check (preview_number > 0),
      recipient_kind text not null check (recipient_kind in ('owner', 'colleague')),
      recipient_id uuid not null,
      email text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      revoked_at timestamptz,
      sent_at timestamptz,
      first_opened_at timestamptz
    )`.execute(db)
  await sql`create index review_link_task on review_link (task_id, preview_number)`.execute(db)
  // This index serves password resets, which revoke all links of a recipient.
  await sql`create index review_link_recipient on review_link (recipient_id) where revoked_at is null`.execute(db)

  await sql`
    create table review_open (
      id bigint generated always as identity primary key,
      link_id uuid not null references review_link on delete cascade,
      client_key_hash text not null,
      opened_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index review_open_link on review_open (link_id, id)`.execute(db)
  await sql`create index review_open_age on review_open (opened_at)`.execute(db)
}

/** Creates the table of the codes for new browsers. The codes are not stored: the service computes each code from the id of its row. */
async function createCodes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table review_code (
      recipient_id uuid primary key,
      id uuid not null unique,
      expires_at timestamptz not null,
      attempts integer not null default 0
    )`.execute(db)
  await sql`create index review_code_age on review_code (expires_at)`.execute(db)
}

async function createDecisions(db: Kysely<unknown>): Promise<void> {
  // `task_version` is the version of the task after the decision. It orders the decisions of a task independently of the clock.
  await sql`
    create table decision (
      id uuid primary key,
      task_id uuid not null references task on delete cascade,
      task_version integer not null,
      preview_number integer,
      kind text not null check (kind in ('approve', 'refer-back', 'undo')),
      channel text not null check (channel in ('portal', 'review-link')),
      link_id uuid references review_link,
      decided_by uuid,
      content_hash text,
      reason text,
      signs text[] not null default '{}',
      confirmed_at timestamptz,
      confirmed_by text check (confirmed_by in ('owner', 'review-link', 'admin')),
      confirm_attempts integer not null default 0,
      created_at timestamptz not null default now(),
      unique (task_id, task_version)
    )`.execute(db)
  await sql`create index decision_link on decision (link_id) where link_id is not null`.execute(db)
}

/** Adds the mark of an unconfirmed approval, which a machine may have made. Only an Approved task can have the mark. */
async function markUnconfirmedApprovals(db: Kysely<unknown>): Promise<void> {
  await sql`alter table task add column approval_unconfirmed boolean not null default false`.execute(db)
  // Replicas of the previous release, which run beside this release during a rolling deployment, never write `approval_unconfirmed`. If
  // such a replica changes the status of a task with an unconfirmed approval, the trigger sets the column to false.
  await sql`
    create function clear_approval_unconfirmed() returns trigger language plpgsql as $$
    begin
      new.approval_unconfirmed := false;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger clear_approval_unconfirmed before update of status on task for each row
      when (new.approval_unconfirmed and new.status <> 'Approved') execute function clear_approval_unconfirmed()`.execute(db)
}

/** Creates the tables of review links. All changes are additive, because the previous release runs on the same tables during an upgrade. */
export const reviewLinks: Migration = {
  async up(db) {
    await createRateLimitTable(db)
    await createLinks(db)
    await createCodes(db)
    await createDecisions(db)
    await markUnconfirmedApprovals(db)
    await sql`
      alter table company_setting
        add column review_links boolean not null default true,
        add column code_for_new_browser boolean not null default false`.execute(db)
  },
}
