import type { Role } from '@app/contracts/http/session.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

interface Person {
  userId: string
  email: string
  username: string
}

/** Saves a recipient, unless the stored row has the same or a newer version. Events can arrive in any order. */
export async function saveRecipient(
  trx: Transaction<Tables>,
  { userId, email, username }: Person,
  role: Role,
  version: number,
): Promise<void> {
  await trx
    .insertInto('recipient')
    .values({ user_id: userId, email, username, role, version })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ email, username, role, version }).where('recipient.version', '<', version),
    )
    .execute()
}

/**
 * Stops emails to a removed admin. The row stays with its version, but without email address and with the role `owner`. So `saveRecipient`
 * ignores an older event that arrives later.
 */
export const removeAdmin = (trx: Transaction<Tables>, userId: string, version: number): Promise<void> =>
  saveRecipient(trx, { userId, email: '', username: '' }, 'owner', version)

/** Marks the owner's email address as confirmed. No later event resets the mark. */
export async function markVerified(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx.updateTable('recipient').set({ email_verified: true }).where('user_id', '=', userId).execute()
}

interface Recipient {
  /** Empty for a removed admin. */
  email: string
  role: Role
  isVerified: boolean
}

/** Returns a user. Undefined if no event has reported the user. */
export const findRecipient = (db: Kysely<Tables>, userId: string): Promise<Recipient | undefined> =>
  db.selectFrom('recipient').select(['email', 'role', 'email_verified as isVerified']).where('user_id', '=', userId).executeTakeFirst()

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

/** Throws if identity's event about the owner has not arrived. The event that needs the address is then retried. */
export async function ownerRecipient(db: Kysely<Tables>, userId: string): Promise<Recipient> {
  const owner = await findRecipient(db, userId)
  if (!owner) throw new Error(`no event has reported the owner ${userId} yet`)
  return owner
}

/** Maximum number of admins that the query returns. The product has far fewer admins. */
const ADMINS_MAX = 1_000

/** Throws if no event about an admin has arrived. The event that needs the addresses is then retried. */
export async function adminAddresses(db: Kysely<Tables>): Promise<string[]> {
  const admins = await db.selectFrom('recipient').select('email').where('role', '=', 'admin').orderBy('user_id').limit(ADMINS_MAX).execute()
  if (admins.length === 0) throw new Error('no event has reported an admin yet')
  return admins.map((admin) => admin.email)
}
