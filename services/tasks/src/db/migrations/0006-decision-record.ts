import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Creates the decision record, which proves who decided on which preview. The table has no foreign keys, so that its rows stay
 * when tasks are deleted. Replicas of the previous release write no rows, so decisions through these replicas are missing in the record.
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
    // For each company, this table contains the last entry of the decision record, and the secret key of the keyed hashes in the record.
    await sql`
      create table record_chain (
        company_id uuid primary key,
        last_number integer not null,
        last_hash text not null,
        subject_key bytea not null
      )`.execute(db)
    // The decision record contains keyed hashes instead of people. This table contains the email addresses of these people. To erase an
    // address, delete its row. The record does not change.
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
