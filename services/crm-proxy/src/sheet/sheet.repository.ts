import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** The address of an owner's spreadsheet; empty when none is set. */
export async function gsapiOf(db: Kysely<Tables>, ownerId: string): Promise<string> {
  const company = await db.selectFrom('company').select('profile').where('owner_id', '=', ownerId).executeTakeFirst()
  return company?.profile.gsapi ?? ''
}
