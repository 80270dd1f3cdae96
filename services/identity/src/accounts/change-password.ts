import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { PasswordChanged } from '@app/contracts/events/identity.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { deleteChangeOf } from '../email-changes/email-changes.repository.ts'
import { endOfTokens } from '../tokens/end-tokens.ts'
import { type User, updateUser } from './users.repository.ts'

interface Change {
  /** The transaction must have locked the user. */
  user: Pick<User, 'id' | 'tokens_invalid_before'>
  hashes: Pick<User, 'password_hash'> & Partial<Pick<User, 'configured_hash'>>
  now: Date
}

/**
 * Sets a password, revokes all tokens issued so far, and adds a `PasswordChanged` event. A pending change of the email address ends, because
 * another person who knew the old password may have requested it.
 */
export async function changePassword(trx: Transaction<Tables>, { user, hashes, now }: Change): Promise<User> {
  const tokensInvalidBefore = endOfTokens(user, now)
  const changed = await updateUser(trx, user.id, { ...hashes, tokens_invalid_before: tokensInvalidBefore })
  await deleteChangeOf(trx, changed.id)
  const data = { userId: changed.id, role: changed.role, tokensInvalidBefore }
  await addEvent(trx, PasswordChanged, { aggregateId: changed.id, version: changed.version, data })
  return changed
}
