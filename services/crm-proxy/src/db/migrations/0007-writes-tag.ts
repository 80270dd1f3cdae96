import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds the random tag of a company's writes, which stands in the ETag of the customer list. Every new `writes_version` replaces it, also
 * when the previous release writes that. A version alone repeats when the database is restored to an earlier point in time.
 */
export const writesTag: Migration = {
  async up(db) {
    await sql`alter table sheet add column writes_tag uuid`.execute(db)
    await sql`alter table sheet alter column writes_tag set default gen_random_uuid()`.execute(db)
    await sql`
      create function renew_writes_tag() returns trigger language plpgsql set search_path from current as $$
      begin
        new.writes_tag := gen_random_uuid();
        return new;
      end $$`.execute(db)
    await sql`
      create trigger renew_writes_tag before update of writes_version on sheet for each row execute function renew_writes_tag()`.execute(db)
    await sql`update sheet set writes_tag = gen_random_uuid()`.execute(db)
  },
}
