import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Creates the decision record. It has no foreign keys, so that it outlives the tasks. A replica of the previous release does not write it, so
 * decisions through such a replica are missing in the record.
 */
export const decisionRecord: Migration = {
  async up(db) {
    await sql`
      create table decision_record (
        company_id uuid not null,
        number integer not null check (number > 0),
        task_id uuid not null,
        body text not null,
        previous_hash text not null,
        hash text not null,
        created_at timestamptz not null default now(),
        primary key (company_id, number)
      )`.execute(db)
    await sql`
      create function refuse_record_change() returns trigger language plpgsql as $$
      begin
        raise exception 'The decision record can only be extended';
      end $$`.execute(db)
    await sql`
      create trigger refuse_record_change before update or delete or truncate on decision_record
        for each statement execute function refuse_record_change()`.execute(db)
    // The last record of each company, and the key of the company's hashes.
    await sql`
      create table record_chain (
        company_id uuid primary key,
        last_number integer not null,
        last_hash text not null,
        subject_key bytea not null
      )`.execute(db)
    // The email addresses behind the keyed hashes. A deleted row erases the address from the record.
    await sql`
      create table record_subject (
        company_id uuid not null,
        subject_hash text not null,
        email text not null,
        primary key (company_id, subject_hash)
      )`.execute(db)
    await sql`
      create table record_key (
        id text primary key,
        public_key text not null,
        first_used_at timestamptz not null default now()
      )`.execute(db)
  },
}
