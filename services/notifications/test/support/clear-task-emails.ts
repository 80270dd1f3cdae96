import type { Kysely } from 'kysely'
import type { Tables } from '../../src/db/tables.ts'

const tables = ['mail', 'work', 'recipient', 'notification', 'task_digest_entry', 'task_email_choice'] as const

/** Deletes the recipients, their emails and notifications, and the digests. */
export async function clearTaskEmails(db: Kysely<Tables>): Promise<void> {
  for (const table of tables) await db.deleteFrom(table).execute()
}
