import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { sql } from 'kysely'

/** What is counted at each scrape is little, among many rows that are settled. */
export const figures: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    await sql`drop index concurrently if exists write_open`.execute(db)
    await sql`drop index concurrently if exists sheet_away`.execute(db)
    await sql`create index concurrently write_open on write (state) where state <> 'written'`.execute(db)
    await sql`create index concurrently sheet_away on sheet (away_since) where away_since is not null`.execute(db)
  },
}
