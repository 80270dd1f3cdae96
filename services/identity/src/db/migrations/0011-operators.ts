import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The admin that configuration made is an operator from the start, also where it was made before there were any. */
export const operators: Migration = {
  async up(db) {
    await sql`alter table users add column is_operator boolean not null default false`.execute(db)
    await sql`update users set is_operator = true where role = 'admin' and configured_hash is not null`.execute(db)
  },
}
