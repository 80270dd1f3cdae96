import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Drops what only code before the first release read or wrote. */
export const withoutEarlierReleases: Migration = {
  async up(db) {
    await sql`drop table encryption_postponed`.execute(db)
    await sql`delete from reset_codes where nonce is null or issued_at is null`.execute(db)
    await sql`
      alter table reset_codes drop column wrong_tries, alter column nonce set not null, alter column issued_at set not null`.execute(db)
  },
}
