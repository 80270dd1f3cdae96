import { createMessageTables } from '@app/chassis/db/message-tables.ts'
import { createIdempotencyKeyTable } from '@app/chassis/idempotency/keys.ts'
import { createRateLimitTable } from '@app/chassis/limits/limiter.ts'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

async function createUsers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key,
      email text not null,
      email_key text not null unique,
      email_verified_at timestamptz,
      email_bounced_at timestamptz,
      username text not null,
      password_hash text not null,
      configured_hash text,
      role text not null check (role in ('owner', 'admin')),
      is_operator boolean not null default false,
      tokens_invalid_before bigint not null default 0,
      version integer not null default 1,
      created_at timestamptz not null,
      last_signed_in_at timestamptz,
      removed_at timestamptz,
      removed_email_hash text
    )`.execute(db)
  await sql`create index users_tokens_invalid_before on users (tokens_invalid_before) where tokens_invalid_before > 0`.execute(db)
  await sql`create index users_by_role on users (created_at) where role = 'admin'`.execute(db)

  await sql`
    create table second_factors (
      user_id uuid primary key references users (id) on delete cascade,
      secret text not null,
      confirmed_at timestamptz,
      last_used_time_step bigint not null default 0,
      recovery_hashes text[] not null default '{}'
    )`.execute(db)

  await sql`
    create table email_verifications (
      user_id uuid primary key references users (id) on delete cascade,
      id uuid not null unique,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index email_verifications_by_expiry on email_verifications (expires_at)`.execute(db)
}

async function createAdminInvitations(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table admin_invitations (
      id uuid primary key,
      email text not null,
      email_key text not null unique,
      invited_by uuid not null references users (id) on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index admin_invitations_by_expiry on admin_invitations (expires_at)`.execute(db)
  await sql`create index admin_invitations_by_operator on admin_invitations (invited_by)`.execute(db)
}

async function createEmailChanges(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table email_changes (
      user_id uuid primary key references users (id) on delete cascade,
      id uuid not null unique,
      email text not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index email_changes_by_expiry on email_changes (expires_at)`.execute(db)

  await sql`
    create table email_reverts (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      email text not null,
      email_key text not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index email_reverts_by_user on email_reverts (user_id)`.execute(db)
  await sql`create index email_reverts_by_address on email_reverts (email_key)`.execute(db)
  await sql`create index email_reverts_by_expiry on email_reverts (expires_at)`.execute(db)
}

async function createPasswordResets(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reset_codes (
      user_id uuid primary key references users (id) on delete cascade,
      id uuid not null unique,
      code_hash text not null unique,
      issued_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db)

  await sql`
    create table reset_requests (
      email_key text not null,
      client text not null,
      requested_at timestamptz not null,
      mail_due_at timestamptz,
      primary key (email_key, client)
    )`.execute(db)
  await sql`create index reset_requests_due on reset_requests (mail_due_at) where mail_due_at is not null`.execute(db)
  await sql`create index reset_requests_by_client on reset_requests (client)`.execute(db)
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  // `expires_at` is Unix time in seconds. There is no foreign key, so that sessions of deleted users stay ended.
  await sql`
    create table ended_sessions (
      token_id uuid primary key,
      user_id uuid not null,
      expires_at bigint not null
    )`.execute(db)
  await sql`create index ended_sessions_by_user on ended_sessions (user_id)`.execute(db)

  await sql`create table known_clients (key text primary key, seen_at timestamptz not null)`.execute(db)

  // The table is unlogged for fast writes, because each failed sign-in writes to it. A crash of the database may lose the counters.
  await sql`
    create unlogged table sign_in_failures (
      key text primary key,
      failures integer not null,
      retry_at timestamptz not null
    )`.execute(db)
}

async function createSecrets(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table signing_keys (
      kid text primary key,
      private_key text not null,
      signs_from timestamptz not null,
      ends_at timestamptz
    )`.execute(db)
  await sql`create table secrets (name text primary key, value text not null)`.execute(db)
}

/** Creates the schema of version 1.0.0. */
export const baseline: Migration = {
  async up(db) {
    await createMessageTables(db)
    await createIdempotencyKeyTable(db)
    await createRateLimitTable(db)
    await createUsers(db)
    await createAdminInvitations(db)
    await createEmailChanges(db)
    await createPasswordResets(db)
    await createSessions(db)
    await createSecrets(db)
  },
}
