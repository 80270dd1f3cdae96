import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { normalizeResetCode, RESET_CODE_INVALID, RESET_CODE_LENGTH } from '@app/contracts/rules/reset-code.ts'
import type { Transaction } from 'kysely'
import { changePassword } from '../accounts/change-password.ts'
import { lockUser, type User } from '../accounts/users.repository.ts'
import type { Tables } from '../db/tables.ts'
import type { IdentityDeps } from '../deps.ts'
import { rememberClient } from '../limits/known-clients.ts'
import { deleteFailures } from '../limits/sign-in-attempts.ts'
import { assertGoodPassword } from '../passwords/good-password.ts'
import { markVerified } from '../verification/verify-email.ts'
import { hashResetCode } from './reset-code.ts'
import { deleteCode, lockCode } from './reset-codes.repository.ts'
import { countTry, type Target } from './reset-tries.ts'

const codeRefused = () => refusedField('code', 'This code is not valid or has expired. Please request a new one.')

interface Reset {
  code: string
  password: string
  /** Email address of the account. Without it, the code is compared with the codes that this client requested. */
  email?: string
  client: string
}

async function redeem(trx: Transaction<Tables>, { userId, codeHash }: Target, now: Date): Promise<User | undefined> {
  const user = await lockUser(trx, userId)
  const live = user && (await lockCode(trx, userId, now))
  if (live?.code_hash !== codeHash) return undefined
  await deleteCode(trx, userId)
  return user
}

/** Sets a new password with a code from an email. Confirms the email address, because only the owner of the mailbox can read the code. */
export async function resetPassword(
  deps: IdentityDeps,
  { code, password, email, client }: Reset,
  idempotency: IdempotentRequest,
): Promise<{ message: string }> {
  const { db, passwords, resetSecret, now } = deps
  if (normalizeResetCode(code).length !== RESET_CODE_LENGTH) throw refusedField('code', RESET_CODE_INVALID)
  assertGoodPassword(password)
  const attempt = await countTry(deps, { email, client })
  const codeHash = hashResetCode(resetSecret, code)
  const target = attempt.targets.find((candidate) => candidate.codeHash === codeHash)
  if (!target) throw codeRefused()

  const password_hash = await passwords.hash(password)
  const done = await inTransaction(db, async (trx) => {
    const holder = await redeem(trx, target, now())
    if (!holder) return undefined
    const user = await changePassword(trx, { user: holder, hashes: { password_hash }, now: now() })
    if (user.role === 'owner') await markVerified(trx, user, now())
    return { user, reply: await idempotency.storeResponse(trx, { message: 'Password reset successful!' }) }
  })
  if (!done) throw codeRefused()
  await attempt.passed()
  const pair = { client, email: done.user.email }
  await deleteFailures(db, pair)
  await rememberClient(deps, pair)
  return done.reply
}
