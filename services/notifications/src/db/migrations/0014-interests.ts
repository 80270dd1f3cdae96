import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table interest (
      user_id uuid not null,
      feature text not null,
      created_at timestamptz not null default now(),
      primary key (user_id, feature)
    )`.execute(db)
}
