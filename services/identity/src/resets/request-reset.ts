import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import { EMAIL_INVALID, hasEmailFormat, normalizeEmail } from '@app/contracts/rules/email.ts'
import type { IdentityDeps } from '../deps.ts'
import { addressKey } from '../limits/hashed-keys.ts'
import { putRequest } from './reset-requests.repository.ts'

type RequestResetDeps = Pick<IdentityDeps, 'db' | 'limits' | 'now'>

/**
 * Stores a request for a reset code, which `mail-codes.ts` handles later. Executes the same statements for known and unknown email
 * addresses, so that neither the response nor its time reveals whether an account exists. Throws 422 for an invalid email address.
 */
export async function requestReset(
  { db, limits, now }: RequestResetDeps,
  { email, client }: { email: string; client: string },
  idempotency: IdempotentRequest,
): Promise<{ message: string }> {
  if (!email.trim()) throw refusedField('email', 'Please enter your email')
  // Older accounts may have email addresses that sign-up rejects today, so only the basic shape is checked.
  if (!hasEmailFormat(email)) throw refusedField('email', EMAIL_INVALID)
  await consumeLimit(db, { key: `reset-request:${client}`, limit: limits.resetRequests, now: now() })
  await consumeLimit(db, { key: `reset-request:${client}:${addressKey(email)}`, limit: limits.resetMails, now: now() })
  return inTransaction(db, async (trx) => {
    await putRequest(trx, { emailKey: normalizeEmail(email), client }, now())
    return idempotency.storeResponse(trx, { message: 'Reset email sent successfully' })
  })
}
