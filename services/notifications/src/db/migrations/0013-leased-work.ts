import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mail add column maybe_twice boolean not null default false`.execute(db)
  await sql`create index contact_age on contact (created_at)`.execute(db)
  // What the list says of one thing it says once: `about` names the thing.
  await sql`alter table notification add column about uuid`.execute(db)
  await sql`create index notification_about on notification (about) where about is not null`.execute(db)
  await sql`
    create table ended_session (
      user_id uuid not null,
      token_id text not null,
      issued_before bigint not null,
      ended_at timestamptz not null default now(),
      primary key (user_id, token_id)
    )`.execute(db)
  await sql`create index ended_session_age on ended_session (ended_at)`.execute(db)
}
