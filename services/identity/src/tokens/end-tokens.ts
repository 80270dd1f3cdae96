import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { TokensEnded } from '@app/contracts/events/identity.ts'
import type { Transaction } from 'kysely'
import { type User, updateUser } from '../accounts/users.repository.ts'
import type { Tables } from '../db/tables.ts'
import { secondsOf } from './token-life.ts'

/**
 * Returns the new `tokens_invalid_before`. Issue times of tokens are whole seconds. To revoke tokens that were issued in the current
 * second, the new value is at least the next second. The new value is also later than the previous value, because a token may have the
 * previous value as its issue time.
 */
export const endOfTokens = ({ tokens_invalid_before }: Pick<User, 'tokens_invalid_before'>, now: Date): number =>
  Math.max(secondsOf(now), tokens_invalid_before) + 1

/** Revokes all tokens of a locked user and adds a `TokensEnded` event. Returns the changed user, for whom a token can be issued. */
export async function endTokens(trx: Transaction<Tables>, user: User, now: Date): Promise<User> {
  const changed = await updateUser(trx, user.id, { tokens_invalid_before: endOfTokens(user, now) })
  const { id, version, tokens_invalid_before } = changed
  await addEvent(trx, TokensEnded, { aggregateId: id, version, data: { userId: id, tokensInvalidBefore: tokens_invalid_before } })
  return changed
}
