import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the time of a user's last sign-in. Replicas of the previous release never write it. */
export const lastSignIn: Migration = {
  async up(db) {
    await sql`alter table users add column last_signed_in_at timestamptz`.execute(db)
  },
}
