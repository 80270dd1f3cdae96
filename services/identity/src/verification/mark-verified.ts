import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { EmailVerified } from '@app/contracts/events/identity.ts'
import type { Transaction } from 'kysely'
import { type User, updateUser } from '../accounts/users.repository.ts'
import type { Tables } from '../db/tables.ts'

/** Notes that a locked user's email address is confirmed. Does nothing when it was before. */
export async function markVerified(trx: Transaction<Tables>, user: User, now: Date): Promise<void> {
  if (user.email_verified_at !== null) return
  const { id, email, username, version } = await updateUser(trx, user.id, { email_verified_at: now.toISOString() })
  await addEvent(trx, EmailVerified, { aggregateId: id, version, data: { userId: id, email, username } })
}
