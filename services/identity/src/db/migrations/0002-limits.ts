import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Counters may be lost in a crash of the database, and are written on every sign-in: no need to log them ahead. */
export const limits: Migration = {
  async up(db) {
    await sql`create unlogged table rate_limits (key text primary key, used_until timestamptz not null)`.execute(db)
    await sql`
      create unlogged table sign_in_failures (
        key text primary key,
        failures integer not null,
        retry_at timestamptz not null
      )`.execute(db)
  },
}
