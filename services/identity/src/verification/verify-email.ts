import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { verifyEmail as contract } from '@app/contracts/http/email-verification.ts'
import type { Transaction } from 'kysely'
import type * as Type from 'typebox'
import { addUserEvent } from '../accounts/user-event.ts'
import { lockUser, type User, updateUser } from '../accounts/users.repository.ts'
import type { Tables } from '../db/tables.ts'
import type { IdentityDeps } from '../deps.ts'
import { countWrongToken, type GivenToken } from '../tokens/count-wrong-token.ts'
import { idInLinkToken } from '../tokens/link-token.ts'
import { userIdOfVerification } from './verification.repository.ts'

type Reply = Type.Static<(typeof contract.schema.response)[200]>

const linkInvalid = () =>
  new AppError(
    'verification-link-invalid',
    'refused',
    'This link is no longer valid. It has expired, or a newer link replaced it. Please ask for a new one.',
  )

/**
 * Marks the email address as confirmed and adds an event, unless it is already confirmed. Emails arrive, so an earlier bounce no longer
 * counts. The user must be locked.
 */
export async function markVerified(trx: Transaction<Tables>, user: User, now: Date): Promise<void> {
  if (user.email_bounced_at !== null) await updateUser(trx, user.id, { email_bounced_at: null })
  if (user.email_verified_at !== null) return
  await addUserEvent(trx, await updateUser(trx, user.id, { email_verified_at: now.toISOString() }), 'verified')
}

/** Confirms the email address to which the token was sent. A repeated call changes nothing and returns `alreadyVerified: true`. */
export async function verifyEmail(
  { db, verificationSecret, now }: Pick<IdentityDeps, 'db' | 'verificationSecret' | 'now'>,
  { token, client }: GivenToken,
  idempotency: IdempotentRequest,
): Promise<Reply> {
  const id = idInLinkToken(verificationSecret, 'verification', token)
  const reply = await inTransaction(db, async (trx) => {
    const userId = id && (await userIdOfVerification(trx, id, now()))
    const user = userId && (await lockUser(trx, userId))
    // Another request may have replaced this request while the transaction waited for the lock.
    if (!user || (await userIdOfVerification(trx, id, now())) !== userId) return undefined
    const alreadyVerified = user.email_verified_at !== null
    await markVerified(trx, user, now())
    const message = alreadyVerified ? 'Your email address is already confirmed.' : 'Your email address is confirmed.'
    return idempotency.storeResponse(trx, { message, alreadyVerified })
  })
  if (reply) return reply
  await countWrongToken({ db, now }, client)
  throw linkInvalid()
}
