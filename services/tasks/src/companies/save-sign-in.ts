import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Stores the last sign-in of an owner, rounded down to the minute. Events can arrive in any order, so an older one changes nothing. */
export async function saveSignIn(trx: Transaction<Tables>, ownerId: string, signedInAt: string): Promise<void> {
  await sql`
    insert into owner_sign_in (owner_id, signed_in_at) values (${ownerId}, date_trunc('minute', ${signedInAt}::timestamptz))
    on conflict (owner_id) do update set signed_in_at = excluded.signed_in_at
      where owner_sign_in.signed_in_at < excluded.signed_in_at`.execute(trx)
}
