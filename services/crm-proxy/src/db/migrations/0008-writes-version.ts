import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Drops the version of a company's writes and the trigger that replaced `writes_tag` with it. The service replaces the tag itself. */
export const writesVersion: Migration = {
  async up(db) {
    await sql`drop trigger renew_writes_tag on sheet`.execute(db)
    await sql`drop function renew_writes_tag()`.execute(db)
    await sql`alter table sheet drop column writes_version`.execute(db)
  },
}
