import type { Role } from '@app/contracts/http/session.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

interface User {
  userId: string
  email: string
  username: string
  role: Role
  emailVerified: boolean
}

/** Saves a user, unless the stored row has the same or a newer version. Events can arrive in any order. */
export async function saveRecipient(
  trx: Transaction<Tables>,
  { userId, email, username, role, emailVerified: email_verified }: User,
  version: number,
): Promise<void> {
  const state = { email, username, role, email_verified, version }
  await trx
    .insertInto('recipient')
    .values({ user_id: userId, ...state })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(state).where('recipient.version', '<', version))
    .execute()
}

/**
 * Stops emails to a removed admin. The row stays with its version, but without email address and with the role `owner`. So `saveRecipient`
 * ignores an older event that arrives later.
 */
export const removeAdmin = (trx: Transaction<Tables>, userId: string, version: number): Promise<void> =>
  saveRecipient(trx, { userId, email: '', username: '', role: 'owner', emailVerified: false }, version)

/** A user who gets emails. */
export interface Recipient {
  /** Empty for a removed admin. */
  email: string
  role: Role
  isVerified: boolean
}

/** Returns the email addresses of users by user id. Leaves out users whom no event has reported, and removed admins. */
export async function addressesOf(db: Kysely<Tables>, userIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('recipient')
    .select(['user_id', 'email'])
    .where('user_id', 'in', [...new Set(userIds)])
    .where('email', '<>', '')
    .execute()
  return new Map(rows.map(({ user_id, email }) => [user_id, email]))
}

/** Returns the name of a user. Empty for a removed admin, and undefined if no event has reported the user. */
export const findUsername = async (db: Kysely<Tables>, userId: string): Promise<string | undefined> =>
  (await db.selectFrom('recipient').select('username').where('user_id', '=', userId).executeTakeFirst())?.username
