import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { consumeLimit, tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import { EMAIL_INVALID, isEmail } from '@app/contracts/rules/email.ts'
import { usernameFault } from '@app/contracts/rules/username.ts'
import { v7 as uuidv7 } from 'uuid'
import type { IdentityDeps } from '../deps.ts'
import { isReserved } from '../email-changes/email-changes.repository.ts'
import { mailboxKey } from '../limits/hashed-keys.ts'
import { rememberClient } from '../limits/known-clients.ts'
import { assertGoodPassword } from '../passwords/good-password.ts'
import { addVerification } from '../verification/verification.repository.ts'
import { addUserEvent } from './user-event.ts'
import { insertUser, userByEmail } from './users.repository.ts'

interface SignUp {
  username: string
  email: string
  password: string
  client: string
}

/** The error 409 if another account has the email address. */
export const emailTaken = (): AppError =>
  new AppError('email-taken', 'conflict', 'An account with this email already exists', {
    errors: [{ field: 'email', message: 'An account with this email already exists' }],
  })

const tooManyForMailbox = (seconds: number) =>
  new AppError('too-many', 'too-many', 'Too many accounts were created for this email address today. Please try again tomorrow.', {
    retryAfter: Math.ceil(seconds),
  })

/**
 * Creates a business owner's account. The notifications service then sends a welcome email with the verification link. Throws 422 for an
 * invalid field, 409 if the email address is taken, and 429 after too many sign-ups of one client or for one mailbox.
 */
export async function signUp(
  deps: IdentityDeps,
  { password, client, ...rest }: SignUp,
  idempotency: IdempotentRequest,
): Promise<{ message: string }> {
  const { db, limits, passwords, now } = deps
  const username = rest.username.trim()
  const email = rest.email.normalize('NFC')
  const fault = usernameFault(username)
  if (fault) throw refusedField('username', fault)
  if (!isEmail(email)) throw refusedField('email', EMAIL_INVALID)
  assertGoodPassword(password)
  await consumeLimit(db, { key: `sign-up:${client}`, limit: limits.signUps, now: now() })
  await consumeLimit(db, { key: `sign-up-day:${client}`, limit: limits.signUpsADay, now: now() })

  if (await userByEmail(db, email)) throw emailTaken()
  const password_hash = await passwords.hash(password)
  return inTransaction(db, async (trx) => {
    const user = await insertUser(trx, { id: uuidv7(), email, username, password_hash, role: 'owner', created_at: now().toISOString() })
    if (!user || (await isReserved(trx, email, now()))) throw emailTaken()
    const wait = await tryConsumeLimit(trx, { key: `unverified-mail:${mailboxKey(email)}`, limit: limits.unverifiedMails, now: now() })
    if (wait > 0) throw tooManyForMailbox(wait)
    await addVerification(trx, user.id, now())
    await addUserEvent(trx, user, 'registered')
    await rememberClient({ ...deps, db: trx }, { client, email })
    return idempotency.storeResponse(trx, { message: 'Account created successfully!' })
  })
}
