import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Creates the table of the notes on customers, and adds the person keys of a change to the table of changes. */
export const customerNotes: Migration = {
  async up(db) {
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
    await sql`alter table write add column person_before text, add column person_after text`.execute(db)
  },
}
