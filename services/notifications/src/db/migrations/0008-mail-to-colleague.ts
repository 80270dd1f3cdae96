import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { sql } from 'kysely'

/** Adds an index of the queued emails to a colleague. The service cancels these emails when the colleague leaves or is removed. */
export const mailToColleague: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    await sql`drop index concurrently if exists mail_to_colleague`.execute(db)
    await sql`create index concurrently mail_to_colleague on mail (colleague_id) where state = 'queued' and colleague_id is not null`.execute(
      db,
    )
  },
}
