import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { sql } from 'kysely'

/** Operators ask what was mailed to an address. */
export const mailSearch: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    await sql`drop index concurrently if exists delivery_address`.execute(db)
    await sql`create index concurrently delivery_address on delivery (email, dispatch_id desc)`.execute(db)
  },
}
