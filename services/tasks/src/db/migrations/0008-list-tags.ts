import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds the random tag of a company's task list, which every change of the company's tasks replaces. A version and an `xmin` repeat when
 * the database is restored to an earlier point in time; a random value does not. A trigger on the tally writes the tag, so that the
 * previous release renews it as well. The next migration fills in existing rows.
 */
export const listTags: Migration = {
  async up(db) {
    await sql`alter table company_tally add column list_tag uuid`.execute(db)
    await sql`alter table company_tally alter column list_tag set default gen_random_uuid()`.execute(db)
    await sql`
      create function renew_list_tag() returns trigger language plpgsql set search_path from current as $$
      begin
        new.list_tag := gen_random_uuid();
        return new;
      end $$`.execute(db)
    await sql`
      create trigger renew_list_tag before update on company_tally for each row execute function renew_list_tag()`.execute(db)
  },
}
