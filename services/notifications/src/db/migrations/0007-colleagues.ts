import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Creates the projections of colleagues and of their review links, and marks the emails and reminders to colleagues. */
export const colleagues: Migration = {
  async up(db) {
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
    await sql`alter table mail add column colleague_id uuid`.execute(db)
    await sql`alter table reminder add column is_to_colleague boolean not null default false`.execute(db)
  },
}
