import { createMessageTables } from '@app/chassis/db/message-tables.ts'
import { createIdempotencyKeyTable } from '@app/chassis/idempotency/keys.ts'
import { createRateLimitTable } from '@app/chassis/limits/limiter.ts'
import { createFileSweepTable } from '@app/chassis/storage/sweep.ts'
import { createWorkTable } from '@app/chassis/work/work-table.ts'
import { DEFAULT_TIMEZONE } from '@app/contracts/rules/business-dates.ts'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Creates the schema of version 1.0.0. */
export const baseline: Migration = {
  async up(db) {
    await createMessageTables(db)
    await createIdempotencyKeyTable(db)
    await createFileSweepTable(db)
    await createRateLimitTable(db)
    await createWorkTable(db)

    await sql`
      create table companies (
        id uuid primary key,
        owner_id uuid not null unique,
        "companyName" text not null default '',
        dba text not null default '',
        fedraltaxid text not null default '',
        industry text not null default '',
        email text not null default '',
        phone text not null default '',
        website text not null default '',
        address1 text not null default '',
        address2 text not null default '',
        city text not null default '',
        zip text not null default '',
        state text not null default '',
        country text not null default '',
        linkedin text not null default '',
        facebook text not null default '',
        insta text not null default '',
        x text not null default '',
        youtube text not null default '',
        fontfamily text not null default '',
        color1 text not null default '#ffffff',
        color2 text not null default '#ffffff',
        color3 text not null default '#ffffff',
        logo text,
        "brandRelateImage1" text,
        "brandRelateImage2" text,
        "brandRelateImage3" text,
        "brandRelateImage4" text,
        "brandRelateImage5" text,
        "brandRelateImage6" text,
        gsapi text not null default '',
        "timeZone" text not null default ${sql.lit(DEFAULT_TIMEZONE)},
        manager_id uuid,
        manager_version integer not null default 0,
        version integer not null default 0,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`.execute(db)
    await sql`create index companies_by_manager on companies (manager_id, id) where manager_id is not null`.execute(db)

    await sql`
      create table admins (
        id uuid primary key,
        name text not null,
        is_removed boolean not null,
        version integer not null
      )`.execute(db)

    await sql`
      create table company_notes (
        id uuid primary key,
        company_id uuid not null references companies (id) on delete cascade,
        author_id uuid not null,
        text text not null,
        version integer not null default 1,
        created_at timestamptz not null,
        edited_at timestamptz
      )`.execute(db)
    await sql`create index company_notes_newest on company_notes (company_id, id desc)`.execute(db)

    // `file` is the key of the file that the last attempt writes or has written. `tables.ts` describes the other columns.
    await sql`
      create table company_export (
        id uuid primary key,
        company_id uuid not null references companies (id) on delete cascade,
        state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed', 'expired')),
        requested_by uuid not null,
        requested_by_role text not null check (requested_by_role in ('owner', 'admin')),
        requested_at timestamptz not null,
        file text unique,
        bytes bigint,
        records integer,
        files integer,
        finished_at timestamptz,
        expires_at timestamptz,
        version integer not null default 1,
        check ((state = 'ready') = (expires_at is not null))
      )`.execute(db)
    // A company has at most one export that is being prepared.
    await sql`create unique index company_export_under_way on company_export (company_id) where state in ('waiting', 'running')`.execute(db)
    await sql`create index company_export_newest on company_export (company_id, id desc)`.execute(db)
    await sql`create index company_export_end on company_export (expires_at) where expires_at is not null`.execute(db)
    await sql`create index company_export_age on company_export (requested_at)`.execute(db)

    // There is no foreign key, because the row outlives the company.
    await sql`
      create table erasure (
        id uuid primary key,
        company_id uuid,
        owner_id uuid,
        state text not null check (state in ('asked', 'waiting', 'erasing', 'erased', 'kept')),
        asked_at timestamptz not null,
        link_expires_at timestamptz not null,
        confirmed_at timestamptz,
        due_at timestamptz,
        ended_at timestamptz,
        kept_by text check (kept_by in ('owner', 'admin')),
        reason text,
        report jsonb not null default '{}',
        version integer not null default 1
      )`.execute(db)
    await sql`
      create unique index erasure_open on erasure (owner_id) where state in ('asked', 'waiting', 'erasing')`.execute(db)
    await sql`create index erasure_company on erasure (company_id, id desc) where company_id is not null`.execute(db)
  },
}
