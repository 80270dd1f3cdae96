import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

const DAY_MS = 86_400_000
const VERIFICATION_LIFE_MS = 7 * DAY_MS

/** Replaces the user's request for a verification link. Returns its id, from which the token of the link is derived. */
export async function addVerification(trx: Transaction<Tables>, userId: string, now: Date): Promise<string> {
  const request = { id: crypto.randomUUID(), expires_at: new Date(now.getTime() + VERIFICATION_LIFE_MS).toISOString() }
  await trx
    .insertInto('email_verifications')
    .values({ user_id: userId, ...request })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(request))
    .execute()
  return request.id
}

/** Returns the id of the user with this request. Undefined if the request has expired or was replaced. */
export async function userIdOfVerification(db: Kysely<Tables>, id: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('email_verifications')
    .select('user_id')
    .where('id', '=', id)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row?.user_id
}

/** Returns the id of the user's request. Undefined if it has expired. */
export async function verificationIdOf(db: Kysely<Tables>, userId: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('email_verifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row?.id
}
