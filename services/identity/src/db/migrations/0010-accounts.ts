import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Sessions that end one by one, admins that go, second factors, and resets that strangers cannot use up. */
export const accounts: Migration = {
  async up(db) {
    await sql`alter table users add column removed_at timestamptz, add column removed_key text`.execute(db)
    await sql`create index users_by_role on users (created_at) where role = 'admin'`.execute(db)
    await sql`
      create table ended_sessions (
        token_id uuid primary key,
        user_id uuid not null,
        expires_at bigint not null
      )`.execute(db)
    await sql`create index ended_sessions_by_user on ended_sessions (user_id)`.execute(db)
    await sql`
      create table second_factors (
        user_id uuid primary key references users (id) on delete cascade,
        secret text not null,
        confirmed_at timestamptz,
        last_step bigint not null default 0,
        recovery_hashes text[] not null default '{}'
      )`.execute(db)
    await sql`alter table rate_limits add column counted_at timestamptz`.execute(db)
    await sql`create table known_clients (key text primary key, seen_at timestamptz not null)`.execute(db)
    await sql`alter table reset_codes add column nonce text, add column issued_at timestamptz`.execute(db)
    await sql`
      create table reset_requests (
        email_key text not null,
        client text not null,
        asked_at timestamptz not null,
        mail_due_at timestamptz,
        primary key (email_key, client)
      )`.execute(db)
    await sql`create index reset_requests_due on reset_requests (mail_due_at) where mail_due_at is not null`.execute(db)
    await sql`create index reset_requests_by_client on reset_requests (client)`.execute(db)
  },
}
