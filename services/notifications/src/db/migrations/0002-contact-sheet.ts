import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sheet_row (
      contact_id uuid primary key references contact (id) on delete cascade,
      state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
      attempts integer not null default 0,
      next_attempt_at timestamptz not null default now(),
      last_error text,
      sent_at timestamptz
    )`.execute(db)
  await sql`create index sheet_row_due on sheet_row (next_attempt_at) where state = 'queued'`.execute(db)
}
