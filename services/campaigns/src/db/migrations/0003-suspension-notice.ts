import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Creates the table of the companies whose owners were notified of a suspension, and must be notified when it ends. */
export const suspensionNotice: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table suspension_notice (
        scope text not null check (scope in ('all', 'company', 'campaign')),
        target uuid not null,
        company_id uuid not null,
        primary key (scope, target, company_id)
      )`.execute(db)
    await sql`create index suspension_notice_company on suspension_notice (company_id)`.execute(db)
  },
}
