import { type Kysely, sql } from 'kysely'

async function createLinks(db: Kysely<unknown>): Promise<void> {
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
      bounced_at timestamptz,
      first_opened_at timestamptz,
      snoozed_until date
    )`.execute(db)
  await sql`create index review_link_task on review_link (task_id, preview_number)`.execute(db)
  // This index serves password resets, which revoke all links of a recipient.
  await sql`create index review_link_recipient on review_link (recipient_id) where revoked_at is null`.execute(db)
  // This index serves the query whether the last email to a recipient bounced.
  await sql`create index review_link_of_recipient on review_link (recipient_id)`.execute(db)

  await sql`
    create table review_open (
      id bigint generated always as identity primary key,
      link_id uuid not null references review_link on delete cascade,
      client_key_hash text not null,
      opened_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index review_open_link on review_open (link_id, id)`.execute(db)
  await sql`create index review_open_age on review_open (opened_at)`.execute(db)

  // The codes for new browsers are not stored: the service computes each code from the id of its row.
  await sql`
    create table review_code (
      recipient_id uuid primary key,
      id uuid not null unique,
      expires_at timestamptz not null,
      attempts integer not null default 0,
      clients jsonb not null default '{}'
    )`.execute(db)
  await sql`create index review_code_age on review_code (expires_at)`.execute(db)

  await sql`
    create table colleague (
      id uuid primary key,
      company_id uuid not null,
      email text not null,
      name text not null,
      may text not null check (may in ('decide', 'look')),
      state text not null check (state in ('invited', 'active', 'left', 'removed')),
      invited_at timestamptz not null default now(),
      changed_at timestamptz,
      bounced_at timestamptz,
      left_at timestamptz,
      asked_at timestamptz,
      return_closed boolean not null default false,
      version integer not null default 1
    )`.execute(db)
  // The index also serves the list of a company's colleagues.
  await sql`create unique index colleague_address on colleague (company_id, lower(email))`.execute(db)
}

/** Creates the reminders about previews that wait for a decision. */
async function createReminders(db: Kysely<unknown>): Promise<void> {
  // A row without a company is for the day's email to the admins. The email lists the previews that must be posted soon.
  await sql`
    create table reminder (
      id uuid primary key,
      company_id uuid references company on delete cascade,
      day date not null,
      is_manual boolean not null,
      first_task_id uuid,
      listed jsonb not null default '{}',
      created_at timestamptz not null default now(),
      created_clock timestamptz not null,
      sent_at timestamptz
    )`.execute(db)
  // A company has at most one automatic reminder a day, and so have the admins.
  await sql`create unique index reminder_day on reminder (company_id, day) nulls not distinct where not is_manual`.execute(db)
  // This index serves the query whether a reminder is the newest of its company.
  await sql`create index reminder_newest on reminder (company_id, created_at, id)`.execute(db)
  await sql`create index reminder_age on reminder (created_at)`.execute(db)

  await sql`
    create table reminder_check (
      company_id uuid primary key references company on delete cascade,
      time_zone text not null,
      next_at timestamptz not null
    )`.execute(db)
}

async function createDecisions(db: Kysely<unknown>): Promise<void> {
  // `task_version` is the version of the task after the decision. It orders the decisions of a task independently of the clock.
  await sql`
    create table decision (
      id uuid primary key,
      task_id uuid not null references task on delete cascade,
      task_version integer not null,
      preview_number integer not null,
      kind text not null check (kind in ('approve', 'refer-back', 'undo')),
      channel text not null check (channel in ('portal', 'review-link')),
      link_id uuid references review_link,
      decided_by uuid,
      content_hash text not null,
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

/** Creates the launches that admins undid. */
async function createUndoneLaunches(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table undone_launch (
      id uuid primary key,
      task_id uuid not null references task on delete cascade,
      launch_comment text not null,
      posted_at timestamptz,
      post_links jsonb not null default '{}',
      reason text not null,
      undone_by uuid not null,
      undone_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index undone_launch_task on undone_launch (task_id)`.execute(db)
}

/** Creates the tasks that admins removed. The emails to their owners need these facts, and are sent within 90 days. */
async function createRemovedTasks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table removed_task (
      id uuid primary key,
      task_id bigint not null,
      company_id uuid not null references company on delete cascade,
      title text not null,
      posting_date date,
      reason text not null,
      removed_by uuid not null,
      removed_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index removed_task_age on removed_task (removed_at)`.execute(db)
}

/** Creates the decision record, which proves who decided on which preview (docs/decisions/decision-record.md). */
async function createRecord(db: Kysely<unknown>): Promise<void> {
  // The table has no foreign keys, so that its rows stay when tasks are deleted.
  await sql`
    create table decision_record (
      company_id uuid not null,
      number integer not null check (number > 0),
      task_id uuid not null,
      decision_id uuid,
      body text not null,
      previous_hash text not null,
      hash text not null,
      created_at timestamptz not null default now(),
      primary key (company_id, number)
    )`.execute(db)
  // This index serves emails with a receipt.
  await sql`create index decision_record_task on decision_record (task_id)`.execute(db)
  // For each company, this table contains the last entry of the decision record, and the secret key of the keyed hashes in the record.
  await sql`
    create table record_chain (
      company_id uuid primary key,
      last_number integer not null,
      last_hash text not null,
      subject_key bytea not null
    )`.execute(db)
  // The decision record contains keyed hashes instead of people. This table contains the email addresses of these people. To erase an
  // address, delete its row. The record does not change.
  await sql`
    create table record_subject (
      company_id uuid not null,
      subject_hash text not null,
      email text not null,
      name text,
      primary key (company_id, subject_hash)
    )`.execute(db)
  await sql`
    create table record_key (
      id text primary key,
      public_key text not null,
      first_used_at timestamptz not null default now()
    )`.execute(db)
}

/** Creates triggers that protect the decision record. Triggers also apply to roles that may write all tables. */
async function protectRecord(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_record_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The decision record can only be extended';
    end $$`.execute(db)
  await sql`
    create trigger refuse_record_change before update or delete or truncate on decision_record
      for each statement execute function refuse_record_change()`.execute(db)
  // Receipts can be verified only with the public keys in `record_key`.
  await sql`
    create trigger refuse_record_change before update or delete or truncate on record_key
      for each statement execute function refuse_record_change()`.execute(db)
  // The end of a company's record only moves to the next number, and the key of the keyed hashes stays the same. The erasure of the company
  // deletes the key, and then nobody can find a person by hashing guesses.
  await sql`
    create trigger refuse_record_change before delete or truncate on record_chain
      for each statement execute function refuse_record_change()`.execute(db)
  await sql`
    create trigger refuse_chain_change before update on record_chain for each row
      when (new.company_id <> old.company_id or (new.subject_key <> old.subject_key or new.last_number <> old.last_number + 1)
        and (octet_length(new.subject_key) > 0 or (new.last_number, new.last_hash) <> (old.last_number, old.last_hash)))
      execute function refuse_record_change()`.execute(db)
}

/** Creates review links with their recipients, reminders, decisions, and the decision record. */
export async function createReviews(db: Kysely<unknown>): Promise<void> {
  await createLinks(db)
  await createReminders(db)
  await createDecisions(db)
  await createUndoneLaunches(db)
  await createRemovedTasks(db)
  await createRecord(db)
  await protectRecord(db)
}
