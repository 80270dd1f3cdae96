import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { sql } from 'kysely'

/** SQL of the indexes of the admins' search. The expressions must equal those of `src/board/found.repository.ts`. */
const indexes = {
  preview_caption_search: "preview using gin (normalize_for_search(caption) gin_trgm_ops) where caption <> ''",
  company_phone_search: "company using gin (regexp_replace(coalesce(profile ->> 'phone', ''), '[^0-9]', '', 'g') gin_trgm_ops)",
  company_email_search: "company using gin (normalize_for_search(coalesce(profile ->> 'email', '')) gin_trgm_ops)",
  owner_address_search: 'owner_address using gin (normalize_for_search(email) gin_trgm_ops)',
}

/** Creates indexes with which admins find companies by phone number and email address, and tasks by the captions of their previews. */
export const adminSearch: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    for (const [name, columns] of Object.entries(indexes)) {
      await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
      await sql`create index concurrently ${sql.id(name)} on ${sql.raw(columns)}`.execute(db)
    }
  },
}
