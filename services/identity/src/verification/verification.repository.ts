import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { hashVerificationToken, newVerificationToken, VERIFICATION_LIFE_MS } from './verification-token.ts'

interface IssuedToken {
  verificationToken: string
  expiresAt: string
}

/** Replaces the previous token of the user. */
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

export async function userIdOfToken(db: Kysely<Tables>, token: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('email_verifications')
    .select('user_id')
    .where('token_hash', '=', hashVerificationToken(token))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row?.user_id
}
