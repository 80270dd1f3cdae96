import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { sql } from 'kysely'

/** Adds the index of a recipient's links, which shows whether the last email to the recipient bounced. */
export const reviewLinkOfRecipient: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    await sql`drop index concurrently if exists review_link_of_recipient`.execute(db)
    await sql`create index concurrently review_link_of_recipient on review_link (recipient_id)`.execute(db)
  },
}
