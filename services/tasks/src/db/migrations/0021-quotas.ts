import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Creates the tables of quotas: the plans of companies, and the sizes of the pictures that owners and colleagues attach. Pictures of earlier
 * releases have no row, so they do not count toward the quota.
 */
export const quotas: Migration = {
  async up(db) {
    await sql`
      create table company_plan (
        company_id uuid primary key references company on delete cascade,
        plan text not null,
        open_tasks_max integer,
        series_max integer,
        file_megabytes_max integer
      )`.execute(db)
    await sql`
      create table owner_file (
        key text primary key,
        company_id uuid not null references company on delete cascade,
        bytes bigint not null
      )`.execute(db)
    await sql`create index owner_file_company on owner_file (company_id)`.execute(db)
  },
}
