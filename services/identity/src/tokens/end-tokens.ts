import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { TokensEnded } from '@app/contracts/events/identity.ts'
import type { Transaction } from 'kysely'
import { type User, updateUser } from '../accounts/users.repository.ts'
import type { Tables } from '../db/tables.ts'
import { secondsOf } from './token-life.ts'

/** Tokens count whole seconds: those of the running second end as well, and those that date from the end of others. */
export const endOfTokens = ({ tokens_invalid_before }: Pick<User, 'tokens_invalid_before'>, now: Date): number =>
  Math.max(secondsOf(now), tokens_invalid_before) + 1

/** Ends every token of a user that is held until the end of the transaction, and says so in an event. */
export async function endTokens(trx: Transaction<Tables>, user: User, now: Date): Promise<void> {
  const { id, version, tokens_invalid_before } = await updateUser(trx, user.id, { tokens_invalid_before: endOfTokens(user, now) })
  await addEvent(trx, TokensEnded, { aggregateId: id, version, data: { userId: id, tokensInvalidBefore: tokens_invalid_before } })
}
