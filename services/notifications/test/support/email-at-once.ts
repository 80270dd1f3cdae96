import type { Kysely } from 'kysely'
import type { Tables } from '../../src/db/tables.ts'

/** Makes an admin get each email about a task at once. */
export async function emailAtOnce(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.insertInto('task_email_choice').values({ user_id: userId, frequency: 'at-once' }).execute()
}
