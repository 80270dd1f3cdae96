import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { ContactForm } from './contact.ts'

export async function addContact(trx: Transaction<Tables>, id: string, contact: Required<ContactForm>, client: string): Promise<void> {
  const { mail: email, ...rest } = contact
  await trx
    .insertInto('contact')
    .values({ id, email, ...rest, client })
    .execute()
}

/** A client's next forms wait until this transaction ends. */
export async function lockClient(trx: Transaction<Tables>, client: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${client}))`.execute(trx)
}

/** Whether a client sent these very words in the last ten minutes. */
export async function isRepeat(trx: Transaction<Tables>, contact: Required<ContactForm>, client: string): Promise<boolean> {
  const { mail: email, ...rest } = contact
  const same = await trx
    .selectFrom('contact')
    .select('id')
    .where((row) => row.and({ client, email, ...rest }))
    .where('created_at', '>', sql<string>`now() - interval '10 minutes'`)
    // A clock that was set back makes no form a repeat for longer. Not `now()`: the lock may have been waited for since.
    .where('created_at', '<=', sql<string>`clock_timestamp()`)
    .limit(1)
    .executeTakeFirst()
  return same !== undefined
}
