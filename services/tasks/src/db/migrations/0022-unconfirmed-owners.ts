import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { sql } from 'kysely'

/** Adds the index with which the board finds the owners whose email address is not confirmed. */
export const unconfirmedOwners: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    await sql`drop index concurrently if exists owner_address_unconfirmed`.execute(db)
    await sql`create index concurrently owner_address_unconfirmed on owner_address (owner_id) where not is_confirmed`.execute(db)
  },
}
