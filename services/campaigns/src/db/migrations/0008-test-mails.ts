import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Test emails: they are limited by these rows, and their unsubscribe links and return paths work by the token. */
export const testMails: Migration = {
  async up(db) {
    await sql`
      create table test_mail (
        id uuid primary key,
        company_id uuid not null references company,
        email text not null,
        token text not null unique,
        request text unique,
        state text not null default 'sending' check (state in ('sending', 'sent', 'unknown')),
        created_at timestamptz not null default clock_timestamp()
      )`.execute(db)
    await sql`create index test_mail_company on test_mail (company_id, created_at desc)`.execute(db)
    await sql`create index test_mail_address on test_mail (email, created_at desc)`.execute(db)
    await sql`create index test_mail_age on test_mail (created_at)`.execute(db)
  },
}
