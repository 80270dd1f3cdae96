import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Has one row while encryption of stored secrets is postponed. A later migration drops the table. */
export const encryption: Migration = {
  async up(db) {
    await sql`create table encryption_postponed (is_only_row boolean primary key default true check (is_only_row))`.execute(db)
    await sql`insert into encryption_postponed (is_only_row) select true where exists (select from secrets)`.execute(db)
  },
}
