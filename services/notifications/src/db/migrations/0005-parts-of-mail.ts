import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the attachments of an email, and the id of its thread. */
export const partsOfMail: Migration = {
  async up(db) {
    await sql`alter table mail add column parts jsonb, add column thread_id uuid`.execute(db)
  },
}
