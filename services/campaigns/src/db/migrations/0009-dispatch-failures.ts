import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Counts how often a sending failed in a row, so that one that always fails is held. Constant defaults rewrite no row. */
export const dispatchFailures: Migration = {
  async up(db) {
    await sql`
      alter table dispatch
        add column failures smallint not null default 0,
        add column failure text,
        add column unfinished smallint not null default 0`.execute(db)
  },
}
