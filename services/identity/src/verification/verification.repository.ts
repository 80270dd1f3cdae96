import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { hashVerificationToken, newVerificationToken, VERIFICATION_LIFE_MS } from './verification-token.ts'

interface IssuedToken {
  verificationToken: string
  expiresAt: string
}

/** Issues a token for a user. It replaces the token that was issued before. */
export async function issueToken(trx: Transaction<Tables>, userId: string, now: Date): Promise<IssuedToken> {
  const verificationToken = newVerificationToken()
  const token_hash = hashVerificationToken(verificationToken)
  const expiresAt = new Date(now.getTime() + VERIFICATION_LIFE_MS).toISOString()
  await trx
    .insertInto('email_verifications')
    .values({ user_id: userId, token_hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token_hash, expires_at: expiresAt }))
    .execute()
  return { verificationToken, expiresAt }
}

/** Returns the id of the user to whom a token was issued. Undefined if the token is unknown, replaced or expired. */
export async function userIdOfToken(db: Kysely<Tables>, token: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('email_verifications')
    .select('user_id')
    .where('token_hash', '=', hashVerificationToken(token))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row?.user_id
}
