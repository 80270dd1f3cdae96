import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { TokenClaims } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import type { sendVerification as contract } from '@app/contracts/http/email-verification.ts'
import type { Transaction } from 'kysely'
import type * as Type from 'typebox'
import { requestEmail } from '../accounts/request-email.ts'
import { lockSignedInUser } from '../accounts/users.repository.ts'
import type { Tables } from '../db/tables.ts'
import type { IdentityDeps } from '../deps.ts'
import { mailboxKey } from '../limits/hashed-keys.ts'
import { addVerification } from './verification.repository.ts'

type Reply = Type.Static<(typeof contract.schema.response)[200]>
type SendDeps = Pick<IdentityDeps, 'db' | 'limits' | 'now'>

interface VerificationRequest {
  user: TokenClaims
  client: string
}

/** The error 429 if a person wants another link too early. */
export const linkSentAlready = (seconds: number): AppError =>
  new AppError(
    'too-many',
    'too-many',
    'We sent you a link already. Please look in your inbox and your spam folder, or try again in a while.',
    { retryAfter: Math.max(1, Math.ceil(seconds)) },
  )

/**
 * Counts an email with a link that confirms an address in all its rate limits. Returns 0, or the seconds to wait if one limit is used up. The
 * caller must then throw, so that the rollback reverts the other counters. `client` is absent if an admin requests the email.
 */
export async function countMail(
  trx: Transaction<Tables>,
  { limits, now }: Pick<SendDeps, 'limits' | 'now'>,
  email: string,
  client?: string,
): Promise<number> {
  const mailbox = mailboxKey(email)
  const uses = [
    ...(client === undefined ? [] : [{ key: `verification-client:${client}`, limit: limits.verificationMails }]),
    { key: `verification-mail:${mailbox}`, limit: limits.verificationMails },
    { key: `verification-minute:${mailbox}`, limit: limits.verificationMailsAMinute },
    { key: `unverified-mail:${mailbox}`, limit: limits.unverifiedMails },
  ]
  for (const use of uses) {
    const wait = await tryConsumeLimit(trx, { ...use, now: now() })
    if (wait > 0) return wait
  }
  return 0
}

/** Requests an email with a new verification link. Older links become invalid. */
export async function requestVerification(trx: Transaction<Tables>, userId: string, now: Date): Promise<void> {
  await requestEmail(trx, userId, { topic: 'verify-email', about: await addVerification(trx, userId, now) })
}

/** Requests an email with a new verification link, unless the email address is already confirmed. Older links become invalid. */
export const sendVerification = (
  deps: SendDeps,
  { user: { sub }, client }: VerificationRequest,
  idempotency: IdempotentRequest,
): Promise<Reply> =>
  inTransaction(deps.db, async (trx) => {
    const user = await lockSignedInUser(trx, sub)
    if (user.email_verified_at !== null)
      return idempotency.storeResponse(trx, { message: 'Your email address is already confirmed.', alreadyVerified: true })
    const wait = await countMail(trx, deps, user.email, client)
    if (wait > 0) throw linkSentAlready(wait)
    await requestVerification(trx, user.id, deps.now())
    return idempotency.storeResponse(trx, { message: `We sent a link to ${user.email}. It works for 7 days.`, alreadyVerified: false })
  })
