import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Creates the table of colleagues, who get review links of a company without having an account. Adds the name of a colleague to
 * the people of the decision record. A row without a name is an owner, or a person whose decisions the previous release recorded.
 */
export const colleagues: Migration = {
  async up(db) {
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
        version integer not null default 1
      )`.execute(db)
    // The index also serves the list of a company's colleagues.
    await sql`create unique index colleague_address on colleague (company_id, lower(email))`.execute(db)
    await sql`alter table record_subject add column name text`.execute(db)
  },
}
