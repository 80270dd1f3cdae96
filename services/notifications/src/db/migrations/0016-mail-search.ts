import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { sql } from 'kysely'

/** Operators ask what was mailed to an address. */
export const mailSearch: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    await sql`drop index concurrently if exists mail_recipient`.execute(db)
    await sql`create index concurrently mail_recipient on mail (lower(recipient), created_at desc, id desc)`.execute(db)
  },
}
