import { type Kysely, sql } from 'kysely'

/**
 * Whether an owner confirmed the email address. Accounts that were there before are treated as confirmed: their emails keep
 * their wording. Neither statement rewrites the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table recipient add column email_verified boolean not null default true`.execute(db)
  await sql`alter table recipient alter column email_verified set default false`.execute(db)
}
