import type { Role } from '@app/contracts/http/identity.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

interface Person {
  userId: string
  email: string
  username: string
}

/** Saves a recipient unless a newer version is already stored, because events can arrive in any order. */
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
 * Stops emails to a removed admin. The row is kept without email address and with the role of an owner, so that an older event that
 * arrives later is ignored.
 */
export const removeAdmin = (trx: Transaction<Tables>, userId: string, version: number): Promise<void> =>
  saveRecipient(trx, { userId, email: '', username: '' }, 'owner', version)

/** Stores that an owner confirmed the email address. No later event resets this. */
export async function markVerified(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx.updateTable('recipient').set({ email_verified: true }).where('user_id', '=', userId).execute()
}

interface OwnerRecipient {
  email: string
  isVerified: boolean
}

/** Returns an owner's email address. Throws if identity's event about the owner has not arrived yet; the current event is then retried. */
export async function ownerRecipient(db: Kysely<Tables>, userId: string): Promise<OwnerRecipient> {
  const owner = await db
    .selectFrom('recipient')
    .select(['email', 'email_verified as isVerified'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!owner) throw new Error(`no event has reported the owner ${userId} yet`)
  return owner
}

/** Upper limit of the query. The product has far fewer admins. */
const ADMINS_MAX = 1_000

/** Returns the email addresses of all admins. Throws if no admin has been reported yet; the current event is then retried. */
export async function adminAddresses(db: Kysely<Tables>): Promise<string[]> {
  const admins = await db.selectFrom('recipient').select('email').where('role', '=', 'admin').orderBy('user_id').limit(ADMINS_MAX).execute()
  if (admins.length === 0) throw new Error('no event has reported an admin yet')
  return admins.map((admin) => admin.email)
}
