import { createCompanyTable } from '@app/chassis/companies/company-projection.ts'
import { createConfirmedOwnerTable } from '@app/chassis/companies/confirmed-owners.ts'
import { createMessageTables } from '@app/chassis/db/message-tables.ts'
import { createIdempotencyKeyTable } from '@app/chassis/idempotency/keys.ts'
import { createWorkTable } from '@app/chassis/work/work-table.ts'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

async function createSheets(db: Kysely<unknown>): Promise<void> {
  // `writes_tag` is a part of the customer list's ETag. The tag is random: after the restore of an earlier backup, a counter would produce
  // tags that already identified other lists. `tables.ts` describes the other columns.
  await sql`
    create table sheet (
      company_id uuid primary key references company,
      gsapi text not null,
      secret text not null,
      kind text not null default 'unknown' check (kind in ('unknown', 'ours', 'plain')),
      lease_token bigint not null default 0,
      lease_expires_at timestamptz,
      failures integer not null default 0,
      fault text,
      fault_message text,
      circuit_open_until timestamptz,
      away_since timestamptz,
      away_reported boolean not null default false,
      writes_tag uuid not null default gen_random_uuid()
    )`.execute(db)
  // Index for the metric that counts sheets that do not respond.
  await sql`create index sheet_away on sheet (away_since) where away_since is not null`.execute(db)

  // `rows` and `raw` are compressed by the service, so Postgres stores them without compression.
  await sql`
    create table copy (
      company_id uuid primary key references sheet on delete cascade,
      read_at timestamptz not null,
      is_outdated boolean not null default false,
      rows bytea storage external not null,
      crc bigint not null,
      size bigint not null,
      raw bytea storage external not null,
      about jsonb not null,
      digest text not null
    )`.execute(db)
}

/** Creates the numbers of customers by stage over time. There is no foreign key to `copy`, whose rows are replaced. */
async function createStageObservations(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stage_observation (
      company_id uuid not null references company,
      observed_at timestamptz not null,
      leads integer not null,
      customers integer not null,
      lost integer not null,
      other_stage integer not null,
      primary key (company_id, observed_at)
    )`.execute(db)
}

async function createWrites(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table write (
      id uuid primary key,
      company_id uuid not null references sheet on delete cascade,
      position bigint generated always as identity,
      kind text not null check (kind in ('add', 'update', 'merge', 'unsubscribe')),
      customer_id text not null,
      email text not null default '',
      name text not null default '',
      person_before text,
      person_after text,
      "values" jsonb not null,
      seen jsonb not null,
      old jsonb not null,
      state text not null default 'pending' check (state in ('pending', 'written', 'conflict', 'refused')),
      theirs jsonb,
      problem text,
      sent_at timestamptz,
      equal_rows_before integer,
      errors integer not null default 0,
      written_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db)
  // Index for the queries of a company's waiting changes and of the next change to send.
  await sql`create index write_of_company on write (company_id, position)`.execute(db)
  // Index for the metric that counts changes that are not written to the sheet yet.
  await sql`create index write_open on write (state) where state <> 'written'`.execute(db)
}

async function createAudiences(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audience (
      dispatch_id uuid primary key,
      company_id uuid not null,
      ticket_hash text not null,
      as_of timestamptz not null,
      people integer not null,
      skipped jsonb not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index audience_by_end on audience (expires_at)`.execute(db)
  await sql`
    create table audience_person (
      dispatch_id uuid not null references audience on delete cascade,
      position integer not null,
      email text not null,
      merge jsonb not null,
      primary key (dispatch_id, position)
    )`.execute(db)
}

async function createCustomerNotes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table customer_note (
      id uuid primary key,
      company_id uuid not null references company on delete cascade,
      person text not null,
      kind text not null check (kind in ('call', 'email', 'message', 'meeting', 'note')),
      text text not null,
      happened_on date not null,
      author_id uuid not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  // Index for the notes on a person, and for the last contact with each person of a company.
  await sql`create index customer_note_person on customer_note (company_id, person, happened_on desc, id desc)`.execute(db)
}

/** Creates the schema of version 1.0.0. */
export const baseline: Migration = {
  async up(db) {
    await createMessageTables(db)
    await createIdempotencyKeyTable(db)
    await createWorkTable(db)
    await createCompanyTable(db)
    await createConfirmedOwnerTable(db)
    await createSheets(db)
    await createStageObservations(db)
    await createWrites(db)
    await createAudiences(db)
    await createCustomerNotes(db)
  },
}
