import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds when the owner was last reminded of the current preview, and until when the recipient of a link wants no reminder. */
export const reminders: Migration = {
  async up(db) {
    await sql`alter table task add column reminded_at timestamptz`.execute(db)
    await sql`alter table review_link add column snoozed_until date`.execute(db)
  },
}
