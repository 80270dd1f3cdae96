import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const sheets: Migration = {
  async up(db) {
    await sql`
      create table sheet (
        company_id uuid primary key references company,
        gsapi text not null,
        secret text not null,
        kind text not null default 'unknown' check (kind in ('unknown', 'ours', 'plain')),
        script_version text,
        turn bigint not null default 0,
        turn_until timestamptz,
        failures integer not null default 0,
        fault text,
        fault_message text,
        rest_until timestamptz,
        away_since timestamptz,
        told_away boolean not null default false,
        writes_version bigint not null default 0,
        errand bigint not null default 0,
        has_errand boolean not null default false
      )`.execute(db)
    await sql`
      create table copy (
        company_id uuid primary key references sheet on delete cascade,
        read_at timestamptz not null,
        is_outdated boolean not null default false,
        rows bytea not null,
        crc bigint not null,
        size bigint not null,
        raw bytea not null,
        about jsonb not null,
        digest text not null
      )`.execute(db)
    // Compressed already.
    await sql`alter table copy alter column rows set storage external, alter column raw set storage external`.execute(db)

    await sql`
      create table write (
        id uuid primary key,
        company_id uuid not null references sheet on delete cascade,
        position bigint generated always as identity,
        kind text not null check (kind in ('add', 'update', 'merge', 'unsubscribe')),
        customer_id text not null,
        email text not null default '',
        name text not null default '',
        "values" jsonb not null,
        seen jsonb not null,
        old jsonb not null,
        state text not null default 'pending' check (state in ('pending', 'written', 'conflict', 'refused')),
        theirs jsonb,
        problem text,
        sent_at timestamptz,
        alike_before integer,
        errors integer not null default 0,
        landed_at timestamptz,
        created_at timestamptz not null default now()
      )`.execute(db)
    // What is shown of a company's, and which comes next.
    await sql`create index write_of_company on write (company_id, position)`.execute(db)

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
  },
}
