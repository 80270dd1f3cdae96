import { isFound } from '@app/chassis/db/is-found.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

interface Address {
  userId: string
  email: string
  emailVerified: boolean
}

interface Saved {
  /** False if the stored address is newer. */
  isCurrent: boolean
  /** Whether the address replaced another one. */
  isMoved: boolean
}

/**
 * Saves an owner's email address, and whether it is confirmed, unless the stored version is the same or newer. Events can arrive in any
 * order. Locks the row until commit.
 */
export async function saveOwnerAddress(
  trx: Transaction<Tables>,
  { userId, email, emailVerified: is_confirmed }: Address,
  version: number,
): Promise<Saved> {
  const stored = await trx
    .selectFrom('owner_address')
    .select(['email', 'version'])
    .where('owner_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  await trx
    .insertInto('owner_address')
    .values({ owner_id: userId, email, is_confirmed, version })
    .onConflict((conflict) =>
      conflict.column('owner_id').doUpdateSet({ email, is_confirmed, version }).where('owner_address.version', '<', version),
    )
    .execute()
  if (!stored) return { isCurrent: true, isMoved: false }
  return { isCurrent: stored.version <= version, isMoved: stored.version < version && stored.email.toLowerCase() !== email.toLowerCase() }
}

/** Whether an address is the one that its owner has now. */
export const isOwnersAddress = (trx: Transaction<Tables>, ownerId: string, email: string): Promise<boolean> =>
  isFound(
    trx.selectFrom('owner_address').select('owner_id').where('owner_id', '=', ownerId).where(sql`lower(email)`, '=', sql`lower(${email})`),
  )

/**
 * Locks the owner's row in `owner_address` until commit. Transactions that revoke review links of the owner or of colleagues wait for this
 * lock. Several transactions can have this lock at the same time.
 */
export async function lockOwnerAddressShared(trx: Transaction<Tables>, ownerId: string): Promise<void> {
  await sql`select from owner_address where owner_id = ${ownerId} for share`.execute(trx)
}

/**
 * Locks the owner's row in `owner_address` until commit. Transactions that create or use review links of the owner or of colleagues wait
 * for this lock.
 */
export async function lockOwnerAddressExclusive(trx: Transaction<Tables>, ownerId: string): Promise<void> {
  await sql`select from owner_address where owner_id = ${ownerId} for update`.execute(trx)
}
