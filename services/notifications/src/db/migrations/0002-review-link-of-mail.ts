import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the id of the review link that an email contains. */
export const reviewLinkOfMail: Migration = {
  async up(db) {
    await sql`alter table mail add column review_link_id uuid`.execute(db)
  },
}
