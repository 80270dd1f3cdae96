import { createCompanyTable } from '@app/chassis/companies/company-projection.ts'
import { createConfirmedOwnerTable } from '@app/chassis/companies/confirmed-owners.ts'
import { createMessageTables } from '@app/chassis/db/message-tables.ts'
import { createIdempotencyKeyTable } from '@app/chassis/idempotency/keys.ts'
import { createRateLimitTable } from '@app/chassis/limits/limiter.ts'
import { createFileSweepTable } from '@app/chassis/storage/sweep.ts'
import { createWorkTable } from '@app/chassis/work/work-table.ts'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

async function createCampaigns(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table campaign (
      id uuid primary key,
      company_id uuid not null references company,
      name text not null,
      audience text not null check (audience in ('Customers', 'Leads', 'All')),
      category text not null check (category in ('Recurring', 'Special Event')),
      start_date date,
      end_date date,
      counts_opens boolean not null default true,
      state text not null default 'active' check (state in ('active', 'paused', 'cancelled')),
      version integer not null default 1,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index campaign_company on campaign (company_id, id desc)`.execute(db)
  // Index of the words in campaign names, for the search of the command palette.
  await sql`
    create index campaign_name_words on campaign
      using gin (to_tsvector('simple', regexp_replace(normalize(name, NFKD), '[\\u0300-\\u036f]', '', 'g')))`.execute(db)

  await sql`
    create table step (
      id uuid primary key,
      campaign_id uuid not null references campaign,
      position smallint not null,
      type text not null,
      date date,
      subject text not null,
      body text not null,
      attachment text,
      attachment_name text,
      attachment_type text,
      attachment_size integer,
      version integer not null default 1,
      unique (campaign_id, position),
      unique (campaign_id, type)
    )`.execute(db)
  await sql`create index step_attachment on step (attachment) where attachment is not null`.execute(db)

  await sql`
    create table suspension (
      scope text not null check (scope in ('all', 'company', 'campaign')),
      target uuid not null,
      reason text not null,
      since timestamptz not null default now(),
      primary key (scope, target)
    )`.execute(db)
  // The owners who were notified of a suspension, and must be notified when it ends.
  await sql`
    create table suspension_notice (
      id uuid primary key default gen_random_uuid(),
      scope text not null check (scope in ('all', 'company', 'campaign')),
      target uuid not null,
      company_id uuid not null,
      ended_at timestamptz
    )`.execute(db)
  await sql`
    create unique index suspension_notice_target on suspension_notice (scope, target, company_id) where ended_at is null`.execute(db)
  await sql`create index suspension_notice_company on suspension_notice (company_id) where ended_at is null`.execute(db)
}

async function createDispatches(db: Kysely<unknown>): Promise<void> {
  // `unique (step_id, date)` prevents a second dispatch of a step on the same date. `tables.ts` describes the columns.
  await sql`
    create table dispatch (
      id uuid primary key,
      campaign_id uuid not null references campaign,
      step_id uuid not null references step,
      company_id uuid not null references company,
      date date not null,
      sends_at timestamptz not null,
      state text not null default 'scheduled'
        check (state in ('scheduled', 'gathering', 'sending', 'done', 'waiting', 'held', 'paused', 'missed', 'cancelled')),
      due_at timestamptz,
      code text,
      reason text,
      tries integer not null default 0,
      failures smallint not null default 0,
      failure text,
      late_reported boolean not null default false,
      company_suspended boolean not null default false,
      audience_requested_at timestamptz,
      ticket text,
      pulled integer not null default 0,
      as_of timestamptz,
      audience integer,
      skipped jsonb,
      mail jsonb,
      links text[],
      image text,
      counts jsonb,
      started_at timestamptz,
      finished_at timestamptz,
      version integer not null default 1,
      unique (step_id, date)
    )`.execute(db)
  await sql`create index dispatch_due on dispatch (due_at) where due_at is not null`.execute(db)
  await sql`create index dispatch_image on dispatch (image) where image is not null`.execute(db)
  await sql`create index dispatch_campaign on dispatch (campaign_id, date)`.execute(db)
  await sql`create index dispatch_company on dispatch (company_id, id)`.execute(db)
  await sql`create index dispatch_sending on dispatch (id) where state = 'sending'`.execute(db)
  await sql`
    create index dispatch_open on dispatch (company_id)
      where state in ('gathering', 'sending', 'waiting', 'held', 'paused')`.execute(db)
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  // The ledger has one row for each recipient of a dispatch. The fill factor leaves room for updates within the page (HOT updates).
  await sql`
    create table delivery (
      id uuid primary key,
      dispatch_id uuid not null references dispatch,
      position integer not null,
      email text not null,
      name text not null,
      provider text not null,
      merge jsonb,
      token text not null unique,
      state text not null default 'queued'
        check (state in ('queued', 'sending', 'accepted', 'failed', 'suppressed', 'unknown')),
      due_at timestamptz not null default now(),
      claim integer not null default 0,
      claimed_by_exchange uuid,
      attempts smallint not null default 0,
      first_claimed_at timestamptz,
      may_be_duplicate boolean not null default false,
      code text,
      settled_at timestamptz,
      bounced_at timestamptz,
      complained_at timestamptz,
      unsubscribed_at timestamptz,
      unique (dispatch_id, email),
      unique (dispatch_id, position)
    ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000)`.execute(db)
  // Index for the queue of each mailbox provider. With separate queues, a slow provider does not block the others.
  await sql`
    create index delivery_lane on delivery (dispatch_id, provider, due_at) where state in ('queued', 'unknown')`.execute(db)
  await sql`create index delivery_claimed on delivery (dispatch_id, due_at) where state = 'sending'`.execute(db)
  await sql`create index delivery_failed on delivery (dispatch_id, settled_at desc) where state = 'failed'`.execute(db)
  await sql`create index delivery_no_mailbox on delivery (dispatch_id) where code like 'address-%'`.execute(db)
  await sql`create index delivery_complained on delivery (dispatch_id) where complained_at is not null`.execute(db)
  // Small index for the numbers of bounces, complaints and unsubscribes by day. Few rows have one of these three times.
  await sql`
    create index delivery_came_back on delivery (dispatch_id)
      where bounced_at is not null or unsubscribed_at is not null or complained_at is not null`.execute(db)
  // Index for the operators' search by email address.
  await sql`create index delivery_address on delivery (email, dispatch_id desc)`.execute(db)

  // Requests for pictures and links of emails. `dispatch_id` is a copy, so that the requests of a month are found without their deliveries.
  await sql`
    create table mail_request (
      id uuid primary key,
      dispatch_id uuid not null references dispatch,
      delivery_id uuid not null references delivery on delete cascade,
      link smallint,
      at timestamptz not null default clock_timestamp(),
      client text not null,
      machine_sign text check (machine_sign in ('head', 'program', 'early'))
    )`.execute(db)
  await sql`create index mail_request_delivery on mail_request (delivery_id, at)`.execute(db)
  await sql`create index mail_request_dispatch on mail_request (dispatch_id, at, id)`.execute(db)

  await sql`
    create table rate (
      name text primary key,
      per_second double precision,
      changed_at timestamptz not null default now(),
      used_until timestamptz not null default now()
    )`.execute(db)
  await sql`insert into rate (name) values ('relay')`.execute(db)

  await sql`
    create table suppression (
      id uuid primary key,
      company_id uuid not null references company,
      email text not null,
      reason text not null check (reason in ('unsubscribed', 'complained', 'bounced', 'refused')),
      created_at timestamptz not null default now(),
      unique (company_id, email)
    )`.execute(db)
  // Suppressions of erased people. `email_hash` is a keyed hash of the email address.
  await sql`
    create table erased_suppression (
      company_id uuid not null references company,
      email_hash text not null,
      reason text not null,
      erased_at timestamptz not null default now(),
      primary key (company_id, email_hash)
    )`.execute(db)
  await sql`create index suppression_address on suppression (email)`.execute(db)
  await sql`create index suppression_newest on suppression (company_id, id desc)`.execute(db)
}

async function createTestMails(db: Kysely<unknown>): Promise<void> {
  // One row for each test email. The rows of the last hour are counted to limit the number of test emails.
  await sql`
    create table test_mail (
      id uuid primary key,
      company_id uuid not null references company,
      email text not null,
      token text not null unique,
      request text unique,
      state text not null default 'sending' check (state in ('sending', 'sent', 'unknown')),
      created_at timestamptz not null default clock_timestamp()
    )`.execute(db)
  await sql`create index test_mail_company on test_mail (company_id, created_at desc)`.execute(db)
  await sql`create index test_mail_address on test_mail (email, created_at desc)`.execute(db)
  await sql`create index test_mail_age on test_mail (created_at)`.execute(db)
}

/** Creates the schema of version 1.0.0. */
export const baseline: Migration = {
  async up(db) {
    await createMessageTables(db)
    await createIdempotencyKeyTable(db)
    await createFileSweepTable(db)
    await createWorkTable(db)
    await createRateLimitTable(db)
    await createCompanyTable(db)
    await createConfirmedOwnerTable(db)
    await createCampaigns(db)
    await createDispatches(db)
    await createDeliveries(db)
    await createTestMails(db)
  },
}
