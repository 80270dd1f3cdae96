import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const webErrors: Migration = {
  async up(db) {
    await sql`create table web_error_hour (hour timestamptz primary key, count integer not null)`.execute(db)
  },
}
