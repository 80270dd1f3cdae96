import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { PasswordChanged } from '@app/contracts/events/identity.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { endOfTokens } from '../tokens/end-tokens.ts'
import { type User, updateUser } from './users.repository.ts'

interface Change {
  /** As it is, held until the end of the transaction. */
  user: Pick<User, 'id' | 'tokens_invalid_before'>
  hashes: Pick<User, 'password_hash'> & Partial<Pick<User, 'configured_hash'>>
  now: Date
}

/** Sets a password, ends every token issued so far, and says so in an event. */
export async function changePassword(trx: Transaction<Tables>, { user, hashes, now }: Change): Promise<User> {
  const tokensInvalidBefore = endOfTokens(user, now)
  const changed = await updateUser(trx, user.id, { ...hashes, tokens_invalid_before: tokensInvalidBefore })
  const data = { userId: changed.id, email: changed.email, username: changed.username, tokensInvalidBefore }
  await addEvent(trx, PasswordChanged, { aggregateId: changed.id, version: changed.version, data })
  return changed
}
