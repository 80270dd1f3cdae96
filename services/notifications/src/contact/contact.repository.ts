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

/** Takes an advisory lock until the end of the transaction, so that forms of one client are handled one after the other. */
export async function lockClient(trx: Transaction<Tables>, client: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${client}))`.execute(trx)
}

export async function isRepeat(trx: Transaction<Tables>, contact: Required<ContactForm>, client: string): Promise<boolean> {
  const { mail: email, ...rest } = contact
  const same = await trx
    .selectFrom('contact')
    .select('id')
    .where((row) => row.and({ client, email, ...rest }))
    .where('created_at', '>', sql<string>`now() - interval '10 minutes'`)
    // Ignores forms with a future time, which exist only if the database's clock was set back. `clock_timestamp()` is used, because `now()`
    // is the start of the transaction, before the wait for the lock.
    .where('created_at', '<=', sql<string>`clock_timestamp()`)
    .limit(1)
    .executeTakeFirst()
  return same !== undefined
}
