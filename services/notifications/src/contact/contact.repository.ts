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

/** How many forms a client sent in the last minute. Its next ones wait until this transaction ends. */
export async function countRecent(trx: Transaction<Tables>, client: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${client}))`.execute(trx)
  const { recent } = await trx
    .selectFrom('contact')
    .select((q) => q.fn.countAll<number>().as('recent'))
    .where('client', '=', client)
    .where('created_at', '>', sql<string>`now() - interval '1 minute'`)
    .executeTakeFirstOrThrow()
  return recent
}
