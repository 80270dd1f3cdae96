import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { EmailVerified } from '@app/contracts/events/identity.ts'
import type { Transaction } from 'kysely'
import { type User, updateUser } from '../accounts/users.repository.ts'
import type { Tables } from '../db/tables.ts'

/** Marks the email address as confirmed and adds an `EmailVerified` event, unless it is already confirmed. The user must be locked. */
export async function markVerified(trx: Transaction<Tables>, user: User, now: Date): Promise<void> {
  if (user.email_verified_at !== null) return
  const { id, email, username, version } = await updateUser(trx, user.id, { email_verified_at: now.toISOString() })
  await addEvent(trx, EmailVerified, { aggregateId: id, version, data: { userId: id, email, username } })
}
