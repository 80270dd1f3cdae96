import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the clients that requested a code for a new browser, each with the number of its wrong codes. */
export const codesAndRecordKeys: Migration = {
  async up(db) {
    await sql`alter table review_code add column clients jsonb not null default '{}'`.execute(db)
  },
}
