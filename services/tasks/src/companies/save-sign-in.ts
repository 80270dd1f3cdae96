import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { UserSignedIn } from '@app/contracts/events/identity.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

type SignIn = ReceivedEvent<typeof UserSignedIn>['data']

/** Stores the last sign-in of an owner, rounded down to the minute. Events can arrive in any order, so an older one changes nothing. */
export async function saveSignIn(trx: Transaction<Tables>, { userId, signedInAt }: SignIn): Promise<void> {
  await sql`
    insert into owner_sign_in (owner_id, signed_in_at) values (${userId}, date_trunc('minute', ${signedInAt}::timestamptz))
    on conflict (owner_id) do update set signed_in_at = excluded.signed_in_at
      where owner_sign_in.signed_in_at < excluded.signed_in_at`.execute(trx)
}
