import { createCompanyTable } from '@app/chassis/companies/company-projection.ts'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Creates the projections of companies and of previews that wait for a decision, and the table of reminders. */
export const reminders: Migration = {
  async up(db) {
    await createCompanyTable(db)

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
        state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'cancelled')),
        previews jsonb not null,
        created_at timestamptz not null default now()
      )`.execute(db)
    await sql`
      create unique index reminder_day on reminder (recipient_id, day) nulls not distinct
        where not is_manual and state <> 'cancelled'`.execute(db)
    await sql`create index reminder_queued on reminder (recipient_id) where state = 'queued'`.execute(db)
    await sql`create index reminder_age on reminder (created_at)`.execute(db)
  },
}
