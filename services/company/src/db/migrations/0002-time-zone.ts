import { DEFAULT_TIMEZONE } from '@app/contracts/rules/business-dates.ts'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the time zone of a company, in which its reminders are sent. */
export const timeZone: Migration = {
  async up(db) {
    await sql`alter table companies add column "timeZone" text not null default ${sql.lit(DEFAULT_TIMEZONE)}`.execute(db)
  },
}
