import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Several at a time, so that another can follow without anybody being signed out. */
export const signingKeys: Migration = {
  async up(db) {
    await sql`
      create table signing_keys (
        kid text primary key,
        private_key text not null,
        signs_from timestamptz not null,
        ends_at timestamptz
      )`.execute(db)
  },
}
