import type { Transaction } from 'kysely'
import { addUserEvent } from '../accounts/user-event.ts'
import { type User, updateUser } from '../accounts/users.repository.ts'
import type { Tables } from '../db/tables.ts'

/** Marks the email address as confirmed and adds an event, unless it is already confirmed. The user must be locked. */
export async function markVerified(trx: Transaction<Tables>, user: User, now: Date): Promise<void> {
  if (user.email_verified_at !== null) return
  await addUserEvent(trx, await updateUser(trx, user.id, { email_verified_at: now.toISOString() }), 'verified')
}
