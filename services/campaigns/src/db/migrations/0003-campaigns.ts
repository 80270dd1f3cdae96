import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const campaigns: Migration = {
  async up(db) {
    await sql`
      create table campaign (
        id uuid primary key,
        company_id uuid not null references company,
        name text not null,
        audience text not null check (audience in ('Customers', 'Leads', 'All')),
        category text not null check (category in ('Recurring', 'Special Event')),
        start_date date,
        end_date date,
        state text not null default 'active' check (state in ('active', 'paused', 'cancelled')),
        version integer not null default 1,
        created_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index campaign_company on campaign (company_id, id desc)`.execute(db)

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

    // One for each step and date, whatever is started at once.
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
        told_late boolean not null default false,
        told_reputation boolean not null default false,
        asked_at timestamptz,
        ticket text,
        pulled integer not null default 0,
        as_of timestamptz,
        audience integer,
        skipped jsonb,
        mail jsonb,
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
    // What may still send something.
    await sql`
      create index dispatch_open on dispatch (company_id)
        where state in ('gathering', 'sending', 'waiting', 'held', 'paused')`.execute(db)

    await sql`
      create table brake (
        scope text not null check (scope in ('all', 'company', 'campaign')),
        target uuid not null,
        reason text not null,
        since timestamptz not null default now(),
        primary key (scope, target)
      )`.execute(db)
  },
}
