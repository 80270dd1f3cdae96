import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds when a colleague left and asked to come back, and whether the colleague can no longer ask. */
export const returningColleagues: Migration = {
  async up(db) {
    await sql`
      alter table colleague add column left_at timestamptz, add column asked_at timestamptz,
        add column return_closed boolean not null default false`.execute(db)
    await sql`update colleague set left_at = changed_at where state = 'left'`.execute(db)
  },
}
