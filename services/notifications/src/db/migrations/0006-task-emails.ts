import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Creates the admins' choices of how often they get emails about tasks, and the tables of the digests. */
export const taskEmails: Migration = {
  async up(db) {
    await sql`
      create table task_email_choice (
        user_id uuid primary key,
        frequency text not null,
        changed_at timestamptz not null default now()
      )`.execute(db)

    await sql`
      create table task_news (
        task_id uuid primary key,
        version integer not null,
        kind text,
        company_id uuid not null,
        posting_date date,
        facts json,
        feedback_until timestamptz,
        changed_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index task_news_age on task_news (changed_at)`.execute(db)

    await sql`
      create table task_digest_entry (
        user_id uuid not null,
        task_id uuid not null,
        added_at timestamptz not null,
        digest_id uuid,
        primary key (user_id, task_id)
      )`.execute(db)
    await sql`create index task_digest_entry_waiting on task_digest_entry (user_id, added_at) where digest_id is null`.execute(db)
    await sql`create index task_digest_entry_of_digest on task_digest_entry (digest_id) where digest_id is not null`.execute(db)
    await sql`create index task_digest_entry_of_task on task_digest_entry (task_id)`.execute(db)
    await sql`create index task_digest_entry_age on task_digest_entry (added_at)`.execute(db)
  },
}
