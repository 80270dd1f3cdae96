import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import { EMAIL_INVALID, isEmail, normalizeEmail } from '@app/contracts/rules/email.ts'
import { EMAIL_CHANGE_LIFE_HOURS } from '@app/contracts/rules/email-changes.ts'
import { requestEmail } from '../accounts/request-email.ts'
import { lockUser, notSignedIn, userById } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { provePassword } from '../sessions/prove-password.ts'
import { countMail, linkSentAlready } from '../verification/send-verification.ts'
import { putChange } from './email-changes.repository.ts'

interface Wanted {
  userId: string
  newEmail: string
  password: string
  client: string
}

/**
 * Sends a link to the new address of an owner. The address changes when the owner confirms it with the link. The request takes the same
 * steps whether or not another account has the address, so that it does not reveal accounts.
 */
export async function requestChange(
  deps: IdentityDeps,
  { userId, password, client, ...wanted }: Wanted,
  idempotency: IdempotentRequest,
): Promise<{ message: string }> {
  const { db, limits } = deps
  const email = wanted.newEmail.normalize('NFC')
  if (!isEmail(email)) throw refusedField('newEmail', EMAIL_INVALID)
  const known = await userById(db, userId)
  if (!known) throw notSignedIn()
  if (normalizeEmail(email) === normalizeEmail(known.email)) throw refusedField('newEmail', 'This is already your email address.')
  await provePassword(deps, known, { password, client })
  return inTransaction(db, async (trx) => {
    const now = deps.now()
    const user = await lockUser(trx, userId)
    if (user?.password_hash !== known.password_hash) throw notSignedIn()
    await consumeLimit(trx, { key: `email-change:${userId}`, limit: limits.verificationMails, now })
    const wait = await countMail(trx, deps, email, client)
    if (wait > 0) throw linkSentAlready(wait)
    await requestEmail(trx, userId, { topic: 'confirm-new-email', about: await putChange(trx, userId, email, now) })
    return idempotency.storeResponse(trx, { message: `We sent a link to ${email}. It works for ${EMAIL_CHANGE_LIFE_HOURS} hours.` })
  })
}
