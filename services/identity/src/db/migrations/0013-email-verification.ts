import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When an owner confirmed the email address, and the hashes of the mailed tokens that confirm it. */
export const emailVerification: Migration = {
  async up(db) {
    await sql`alter table users add column email_verified_at timestamptz`.execute(db)
    await sql`
      create table email_verifications (
        user_id uuid primary key references users (id) on delete cascade,
        token_hash text not null unique,
        expires_at timestamptz not null
      )`.execute(db)
    await sql`create index email_verifications_by_expiry on email_verifications (expires_at)`.execute(db)
  },
}
