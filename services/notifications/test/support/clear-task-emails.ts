import type { Kysely } from 'kysely'
import type { Tables } from '../../src/db/tables.ts'

const tables = [
  'mail',
  'work',
  'recipient',
  'notification',
  'waiting_preview',
  'task_news',
  'task_digest_entry',
  'task_email_choice',
] as const

/** Deletes the recipients, their emails and notifications, and all data from which the emails about tasks are made. */
export async function clearTaskEmails(db: Kysely<Tables>): Promise<void> {
  for (const table of tables) await db.deleteFrom(table).execute()
}
