import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Creates the table of email addresses that do not exist. */
export const bouncedAddress: Migration = {
  async up(db) {
    await sql`
      create table bounced_address (
        address text primary key check (address = lower(address)),
        bounced_at timestamptz not null default now(),
        reason text not null
      )`.execute(db)
  },
}
