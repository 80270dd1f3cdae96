import type { Role } from '@app/contracts/http/identity.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

interface Person {
  userId: string
  email: string
  username: string
}

/** Keeps what the event with the highest version says, in whatever order events come. */
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
 * Takes a removed admin out of the list of those who get mails. The row stays, without an address and as no admin's, so that
 * an older event does not bring it back.
 */
export const removeAdmin = (trx: Transaction<Tables>, userId: string, version: number): Promise<void> =>
  saveRecipient(trx, { userId, email: '', username: '' }, 'owner', version)

/** Notes that an owner confirmed the email address. It stays confirmed, in whatever order events come. */
export async function markVerified(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx.updateTable('recipient').set({ email_verified: true }).where('user_id', '=', userId).execute()
}

interface OwnerRecipient {
  email: string
  isVerified: boolean
}

/** An owner as the recipient of emails. Throws when identity's event about the owner has not arrived yet; the caller's event is then retried. */
export async function ownerRecipient(db: Kysely<Tables>, userId: string): Promise<OwnerRecipient> {
  const owner = await db
    .selectFrom('recipient')
    .select(['email', 'email_verified as isVerified'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!owner) throw new Error(`owner ${userId} is not known yet`)
  return owner
}

/** Far more than the product has; every list has an end. */
const MOST_ADMINS = 1_000

/** The mail addresses of all admins. Throws when none is known yet: the caller's event is then retried. */
export async function adminAddresses(db: Kysely<Tables>): Promise<string[]> {
  const admins = await db
    .selectFrom('recipient')
    .select('email')
    .where('role', '=', 'admin')
    .orderBy('user_id')
    .limit(MOST_ADMINS)
    .execute()
  if (admins.length === 0) throw new Error('no admin is known yet')
  return admins.map((admin) => admin.email)
}
