import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How the board finds words: without accents, capitals and kinds of apostrophe. */
export const board: Migration = {
  async up(db) {
    await sql`create extension if not exists pg_trgm`.execute(db)
    // The blank makes the first word begin like all others.
    await sql`
      create function folded(text) returns text immutable parallel safe
        return ' ' || case
          when octet_length($1) = char_length($1) then lower($1)
          else lower(translate(regexp_replace(normalize($1, NFKD), '[\\u0300-\\u036f]', '', 'g'), '‘’', ''''''))
        end`.execute(db)
    // The table is small: its rows are written anew in less than anybody waits.
    const texts = ['companyName', 'dba', 'industry', 'email', 'phone', 'city'].map(
      (name) => sql`coalesce(profile ->> ${sql.lit(name)}, '')`,
    )
    await sql`
      alter table company add column words text generated always as (folded(${sql.join(texts, sql` || ' ' || `)})) stored`.execute(db)
  },
}
