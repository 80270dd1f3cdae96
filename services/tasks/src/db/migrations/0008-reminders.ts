import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds two columns: the time of the last reminder about the current preview, and the date before which the recipient of a review link wants
 * no reminder.
 */
export const reminders: Migration = {
  async up(db) {
    await sql`alter table task add column reminded_at timestamptz`.execute(db)
    await sql`alter table review_link add column snoozed_until date`.execute(db)
  },
}
