import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

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

const DAY_MS = 86_400_000
const VERIFICATION_LIFE_MS = 7 * DAY_MS

const newVerificationToken = (): string => randomBytes(32).toString('base64url')

/** A plain hash is sufficient, because a token has 256 random bits. */
const hashVerificationToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
