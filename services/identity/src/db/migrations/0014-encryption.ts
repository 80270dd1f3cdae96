import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Has one row while encryption of stored secrets is postponed. In a database that has secrets already, the previous release
 * still reads them as plaintext: `encrypt-secrets.ts` deletes the row there. A new database starts without it, encrypted.
 */
export const encryption: Migration = {
  async up(db) {
    await sql`create table encryption_postponed (is_only_row boolean primary key default true check (is_only_row))`.execute(db)
    await sql`insert into encryption_postponed (is_only_row) select true where exists (select from secrets)`.execute(db)
  },
}
