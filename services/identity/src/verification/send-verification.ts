import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { TokenClaims } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { EmailRequested } from '@app/contracts/events/identity.ts'
import type { sendVerification as contract } from '@app/contracts/http/email-verification.ts'
import type { Transaction } from 'kysely'
import type * as Type from 'typebox'
import { lockSignedInUser, updateUser } from '../accounts/users.repository.ts'
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

const waitFor = (seconds: number): AppError =>
  new AppError(
    'too-many',
    'too-many',
    'We sent you a link already. Please look in your inbox and your spam folder, or try again in a while.',
    { retryAfter: Math.max(1, Math.ceil(seconds)) },
  )

/** Counts an email in all its rate limits. If one limit is used up, throws 429, and the rollback reverts the other counters. */
async function countMail(trx: Transaction<Tables>, { limits, now }: SendDeps, email: string, client: string): Promise<void> {
  const mailbox = mailboxKey(email)
  const uses = [
    { key: `verification-client:${client}`, limit: limits.verificationMails },
    { key: `verification-mail:${mailbox}`, limit: limits.verificationMails },
    { key: `verification-minute:${mailbox}`, limit: limits.verificationMailsAMinute },
    { key: `unverified-mail:${mailbox}`, limit: limits.unverifiedMails },
  ]
  for (const use of uses) {
    const wait = await tryConsumeLimit(trx, { ...use, now: now() })
    if (wait > 0) throw waitFor(wait)
  }
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
    await countMail(trx, deps, user.email, client)
    const about = await addVerification(trx, user.id, deps.now())
    const { id, email, role, version } = await updateUser(trx, user.id)
    await addEvent(trx, EmailRequested, { aggregateId: id, version, data: { topic: 'verify-email', about, userId: id, role } })
    return idempotency.storeResponse(trx, { message: `We sent a link to ${email}. It works for 7 days.`, alreadyVerified: false })
  })
