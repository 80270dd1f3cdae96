import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const users: Migration = {
  async up(db) {
    await sql`
      create table users (
        id uuid primary key,
        email text not null,
        email_key text not null unique,
        username text not null,
        password_hash text not null,
        configured_hash text,
        role text not null check (role in ('owner', 'admin')),
        tokens_invalid_before bigint not null default 0,
        version integer not null default 1,
        created_at timestamptz not null
      )`.execute(db)
    await sql`create index users_tokens_invalid_before on users (tokens_invalid_before) where tokens_invalid_before > 0`.execute(db)
    await sql`create table secrets (name text primary key, value text not null)`.execute(db)
    await sql`
      create table reset_codes (
        user_id uuid primary key references users (id) on delete cascade,
        code_hash text not null unique,
        expires_at timestamptz not null,
        wrong_tries integer not null default 0
      )`.execute(db)
  },
}
