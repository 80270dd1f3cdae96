import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mail add column maybe_twice boolean not null default false`.execute(db)
  await sql`create index contact_age on contact (created_at)`.execute(db)
  // What the list says of one thing it says once: `about` names the thing.
  await sql`alter table notification add column about uuid`.execute(db)
  await sql`create index notification_about on notification (about) where about is not null`.execute(db)
}
