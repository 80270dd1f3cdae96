import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { sql } from 'kysely'

/** Creates the index of the words in campaign names, for the search of the command palette. */
export const campaignSearch: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    await sql`drop index concurrently if exists campaign_name_words`.execute(db)
    await sql`
      create index concurrently campaign_name_words on campaign
        using gin (to_tsvector('simple', regexp_replace(normalize(name, NFKD), '[\\u0300-\\u036f]', '', 'g')))`.execute(db)
  },
}
