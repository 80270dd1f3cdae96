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

/** Selects requests that have not expired. */
const valid = (db: Kysely<Tables>, now: Date) => db.selectFrom('email_verifications').where('expires_at', '>', now.toISOString())

/** Returns the id of the user with this request. Undefined if the request has expired or was replaced. */
export const userIdOfVerification = async (db: Kysely<Tables>, id: string, now: Date): Promise<string | undefined> =>
  (await valid(db, now).select('user_id').where('id', '=', id).executeTakeFirst())?.user_id

/** Returns the id of the user's request. Undefined if it has expired. */
export const verificationIdOf = async (db: Kysely<Tables>, userId: string, now: Date): Promise<string | undefined> =>
  (await valid(db, now).select('id').where('user_id', '=', userId).executeTakeFirst())?.id
