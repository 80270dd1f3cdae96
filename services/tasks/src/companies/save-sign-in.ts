import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { UserSignedIn } from '@app/contracts/events/identity.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

type SignIn = ReceivedEvent<typeof UserSignedIn>['data']

/**
 * Stores the last sign-in of an owner, rounded down to the minute, and copies it to the owner's company. If the company does not exist yet,
 * a trigger copies the sign-in when the company is created. Events can arrive in any order, so an older sign-in changes nothing.
 */
export async function saveSignIn(trx: Transaction<Tables>, { userId, signedInAt }: SignIn): Promise<void> {
  const minute = sql`date_trunc('minute', ${signedInAt}::timestamptz)`
  await sql`
    insert into owner_sign_in (owner_id, signed_in_at) values (${userId}, ${minute})
    on conflict (owner_id) do update set signed_in_at = excluded.signed_in_at
      where owner_sign_in.signed_in_at < excluded.signed_in_at`.execute(trx)
  await sql`
    update task_counts set last_signed_in_at = ${minute}
    where company_id = (select id from company where owner_id = ${userId}) and last_signed_in_at < ${minute}`.execute(trx)
}
