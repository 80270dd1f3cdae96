import { isFound } from '@app/chassis/db/is-found.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/**
 * Returns all users whose tokens were revoked after `sinceSeconds`. The query has no row limit, because other services would accept the
 * revoked tokens of users that are missing from the list.
 */
export const usersWithEndedTokens = (db: Kysely<Tables>, sinceSeconds: number) =>
  db
    .selectFrom('users')
    .select(['id as userId', 'tokens_invalid_before as tokensInvalidBefore'])
    .where('tokens_invalid_before', '>', Math.max(0, sinceSeconds))
    .execute()

/** Returns all ended sessions whose tokens have not expired. The query needs no row limit, because a user has at most 20 ended sessions. */
export const endedSessions = (db: Kysely<Tables>, nowSeconds: number) =>
  db.selectFrom('ended_sessions').select(['token_id as tokenId', 'expires_at as expiresAt']).where('expires_at', '>', nowSeconds).execute()

export async function countEndedSessions(trx: Transaction<Tables>, userId: string, nowSeconds: number): Promise<number> {
  const { count } = await trx
    .selectFrom('ended_sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', nowSeconds)
    .executeTakeFirstOrThrow()
  return count
}

export const insertEndedSession = (trx: Transaction<Tables>, session: Tables['ended_sessions']): Promise<boolean> =>
  isFound(
    trx
      .insertInto('ended_sessions')
      .values(session)
      .onConflict((conflict) => conflict.doNothing())
      .returning('token_id'),
  )

export async function isTokenValid(db: Kysely<Tables>, token: { sub: string; iat: number; jti: string }): Promise<boolean> {
  const { sub, iat, jti } = token
  return isFound(
    db
      .selectFrom('users')
      .select('id')
      .where('id', '=', sub)
      .where('removed_at', 'is', null)
      .where('tokens_invalid_before', '<=', iat)
      .where(({ not, exists, selectFrom }) => not(exists(selectFrom('ended_sessions').select('token_id').where('token_id', '=', jti)))),
  )
}
