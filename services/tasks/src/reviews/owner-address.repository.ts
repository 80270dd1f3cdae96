import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

interface Address {
  userId: string
  email: string
}

/** Saves an owner's email address, unless the stored version is the same or newer. Events can arrive in any order. */
export async function saveOwnerAddress(trx: Transaction<Tables>, { userId, email }: Address, version: number): Promise<void> {
  await trx
    .insertInto('owner_address')
    .values({ owner_id: userId, email, version })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet({ email, version }).where('owner_address.version', '<', version))
    .execute()
}

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
