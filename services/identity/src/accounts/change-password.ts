import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { PasswordChanged } from '@app/contracts/events/identity.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { secondsOf } from '../tokens/token-life.ts'
import { touchUser, type User } from './users.repository.ts'

interface Change {
  userId: string
  hashes: Pick<User, 'password_hash'> & Partial<Pick<User, 'configured_hash'>>
  now: Date
}

/** Sets a password, ends every token issued so far, and says so in an event. */
export async function changePassword(trx: Transaction<Tables>, { userId, hashes, now }: Change): Promise<User> {
  // Tokens count whole seconds: those of the running second end as well.
  const tokensInvalidBefore = secondsOf(now) + 1
  const user = await touchUser(trx, userId, { ...hashes, tokens_invalid_before: tokensInvalidBefore })
  const data = { userId, email: user.email, username: user.username, tokensInvalidBefore }
  await addEvent(trx, PasswordChanged, { aggregateId: userId, version: user.version, data })
  return user
}
