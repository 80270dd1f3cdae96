import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * One row that says whether new secrets are stored encrypted. A new database starts with encryption. In a database that
 * has secrets already, the previous release still reads them: `encrypt-secrets.ts` turns encryption on there.
 */
export const encryption: Migration = {
  async up(db) {
    await sql`create table encryption (is_only_row boolean primary key default true check (is_only_row), is_on boolean not null)`.execute(
      db,
    )
    await sql`insert into encryption (is_on) select not exists (select from secrets)`.execute(db)
  },
}
