import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { sql } from 'kysely'

/** Indexes for what was committed since a position: of all audiences (and of the admins, who have half of the rows), and of one owner. */
export const notificationTransactionsIndexed: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    await sql`drop index concurrently if exists notification_by_xact`.execute(db)
    await sql`drop index concurrently if exists notification_of_user_by_xact`.execute(db)
    await sql`create index concurrently notification_by_xact on notification (xact_id)`.execute(db)
    await sql`
      create index concurrently notification_of_user_by_xact on notification (audience_user, xact_id) where audience_user is not null`.execute(
      db,
    )
  },
}
